import type { SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import type { Question } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { faultsOf, textsIn } from '@escuta/contract/variables';
import { sql } from 'kysely';
import { findFieldsNamed } from '#modules/contacts/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lockDraft } from './queries.ts';
import { sensitiveKeysOf, statusAfterPublishing } from './survey.ts';

/**
 * Publishes the draft of a survey of the unit as its next version, which never changes again. Refuses
 * DRAFT_CHANGED_ELSEWHERE when the caller has not seen the draft as it is, NOTHING_TO_PUBLISH when it says what is
 * published already, SURVEY_NOT_VALID with the texts at fault when people would read what nobody meant.
 */
export async function publishSurvey(
  tx: Transaction,
  scope: Scope,
  id: SurveyId,
  revision: number,
  now: Date,
): Promise<void> {
  const draft = await lockDraft(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!draft) throw refuse('NOT_FOUND');
  if (draft.draft_revision !== revision) throw refuse('DRAFT_CHANGED_ELSEWHERE', { revision: draft.draft_revision });
  if (!draft.draft_changed) throw refuse('NOTHING_TO_PUBLISH');
  const fields = await findFieldsNamed(tx, scope.companyId, textsIn(draft.draft));
  const names = fields.map(({ internal_name }) => internal_name);
  const faults = faultsOf(draft.draft, names);
  if (faults.length > 0) throw refuse('SURVEY_NOT_VALID', { fields: faults });
  const sensitiveKeys = sensitiveKeysOf(draft.draft, draft.sensitive_keys);
  const versionId = newId<SurveyVersionId>();
  // The lock on the survey makes the next number ours.
  await sql`
    INSERT INTO survey_versions (company_id, id, survey_id, number, title, definition, published_by, published_at)
    SELECT s.company_id, ${versionId}, s.id,
      1 + coalesce((SELECT max(v.number) FROM survey_versions v WHERE v.company_id = s.company_id AND v.survey_id = s.id), 0),
      s.title, s.draft, ${scope.userId}, ${now}
    FROM surveys s
    WHERE s.company_id = ${scope.companyId}
      AND s.id = ${id}
    RETURNING survey_versions.id
  `.execute(tx);
  await tx
    .updateTable('surveys')
    .set({
      current_version_id: versionId,
      draft_changed: false,
      sensitive_keys: sensitiveKeys,
      status: statusAfterPublishing(draft.status),
      updated_at: now,
    })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  const target = { type: 'survey', id, label: draft.title } as const;
  const change = changeOfMasks(draft.draft, draft.sensitive_keys, sensitiveKeys);
  await recordAudit(tx, scope, { action: 'survey.published', target, ...change }, now);
}

/** Which questions were masked and which are now, where that has changed: by their titles, or by the key of one that is asked no more. */
function changeOfMasks({ questions }: SurveyDefinition, before: readonly string[], after: readonly string[]) {
  if (before.join() === after.join()) return {};
  const titles = new Map(questions.map((question) => [question.key, titleOf(question)]));
  const named = (keys: readonly string[]) => ({ sensitive_questions: keys.map((key) => titles.get(key) ?? key) });
  return { before: named(before), after: named(after) };
}

function titleOf(question: Question): string {
  return 'titles' in question ? question.titles.middle : question.title;
}
