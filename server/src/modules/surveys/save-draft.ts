import { sql } from 'kysely';
import type { SurveyId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lockDraft } from './queries.ts';
import { problemOf } from './survey.ts';

interface DraftForm {
  readonly title: string;
  readonly definition: SurveyDefinition;
  readonly revision: number;
}

/**
 * Saves the texts of a survey of the unit. Refuses DRAFT_CHANGED_ELSEWHERE, with the current revision, when someone
 * saved after the caller had read: nobody's text is lost without being seen.
 */
export async function saveDraft(
  tx: Transaction,
  scope: Scope,
  id: SurveyId,
  { title, definition, revision }: DraftForm,
  now: Date,
): Promise<void> {
  const current = await lockDraft(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!current) throw refuse('NOT_FOUND');
  const problem = problemOf(definition, current.metric);
  if (problem) throw refuse('INVALID_INPUT', { fields: [{ path: 'definition/questions', rule: problem }] });
  if (current.draft_revision !== revision)
    throw refuse('DRAFT_CHANGED_ELSEWHERE', { revision: current.draft_revision });
  await sql`
    UPDATE surveys s
    SET title = ${title},
        draft = ${JSON.stringify(definition)}::jsonb,
        draft_revision = s.draft_revision + 1,
        -- Writing back what is published leaves nothing to publish.
        draft_changed = NOT EXISTS (
          SELECT
          FROM survey_versions v
          WHERE v.company_id = s.company_id
            AND v.id = s.current_version_id
            AND v.title = ${title}
            AND v.definition = ${JSON.stringify(definition)}::jsonb
        ),
        updated_at = ${now}
    WHERE s.company_id = ${scope.companyId}
      AND s.id = ${id}
  `.execute(tx);
}
