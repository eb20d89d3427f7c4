import { sql } from 'kysely';
import type { CompanyId, ContactId, ImportId, ResponseId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { metricAsked, scoreQuestionOf } from '@escuta/contract/questions/index';
import { takeBackMarks } from '#modules/contacts/index.ts';
import { discountResponses, findDefinitions } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { runWrites } from '#platform/db/writes.ts';
import { lastAnswers } from './last-answers.ts';
import { moveMetricDays } from './metric-days.ts';
import type { MetricChange } from './metric-days.ts';
import { contributionOf } from './response.ts';
import { findResponses } from './response-rows.ts';
import type { StoredResponse } from './response-rows.ts';

/** Some responses of an import, and what hangs on them. */
type Row = Pick<MetricChange, 'businessUnitId' | 'surveyId' | 'channel'> & {
  readonly id: ResponseId;
  readonly versionId: SurveyVersionId;
  readonly contactId: ContactId | null;
};

/**
 * Deletes the next responses that an import brought and takes them out of everything that counts them: the days, the survey and
 * the last answers of its contacts. @returns how many, and where to go on; null behind the last.
 */
export async function undoAnswers(
  tx: Transaction,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  limit: number,
): Promise<{ undone: number; next: { readonly left: true } | null }> {
  const { rows } = await sql<Row>`
    SELECT id, business_unit_id AS "businessUnitId", survey_id AS "surveyId", survey_version_id AS "versionId",
      contact_id AS "contactId", channel
    FROM responses
    WHERE company_id = ${companyId} AND import_id = ${importId}
    ORDER BY id
    LIMIT ${limit}
    FOR UPDATE
  `.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { undone: 0, next: null };
  const stored = new Map(
    (await findResponses(tx, { companyId, itemIds: [], responseIds: ids })).map((each) => [each.state.id, each]),
  );
  await sql`DELETE FROM answers WHERE company_id = ${companyId} AND response_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM responses WHERE company_id = ${companyId} AND id = ANY(${ids}::uuid[])`.execute(tx);
  // In the order in which answers write, so that both wait for each other instead of in a circle.
  await takeBackMarks(tx, companyId, await goneAnswers(tx, companyId, rows, stored));
  await runWrites(tx, [moveMetricDays({ companyId, changes: await changesOf(tx, companyId, rows, stored) })]);
  await discount(tx, companyId, rows, stored);
  return { undone: ids.length, next: ids.length < limit ? null : { left: true } };
}

type Stored = ReadonlyMap<ResponseId, StoredResponse>;

/** What the days lose. */
async function changesOf(
  tx: Transaction,
  companyId: CompanyId,
  rows: readonly Row[],
  stored: Stored,
): Promise<MetricChange[]> {
  const versionIds = [...new Set(rows.map(({ versionId }) => versionId))];
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return rows.map(({ id, businessUnitId, surveyId, versionId, channel }) => {
    const questions = definitions.get(versionId)?.questions ?? [];
    return {
      businessUnitId,
      surveyId,
      questionKey: scoreQuestionOf(questions)?.key ?? '',
      metric: metricAsked(questions),
      channel,
      before: contributionOf(stored.get(id)?.state),
      after: null,
    };
  });
}

/** The contacts that had given some of them, and what they answered last beside these. */
async function goneAnswers(tx: Transaction, companyId: CompanyId, rows: readonly Row[], stored: Stored) {
  const last = new Map<ContactId, Date>();
  for (const { id, contactId } of rows) {
    const at = stored.get(id)?.state.answeredAt;
    if (contactId && at && at > (last.get(contactId) ?? new Date(0))) last.set(contactId, at);
  }
  const answers = await lastAnswers(tx, companyId, [...last.keys()]);
  return [...last].map(([contactId, answeredAt]) => ({ contactId, answeredAt, last: answers.get(contactId) ?? null }));
}

async function discount(tx: Transaction, companyId: CompanyId, rows: readonly Row[], stored: Stored): Promise<void> {
  const counted = rows.filter(({ id }) => {
    const state = stored.get(id)?.state;
    return state?.isCounted && state.score !== null;
  });
  for (const [surveyId, each] of Map.groupBy(counted, ({ surveyId }) => surveyId)) {
    const lastAnsweredAt = await lastAnswerTo(tx, companyId, surveyId);
    await discountResponses(tx, { companyId, surveyId, gone: each.length, lastAnsweredAt });
  }
}

async function lastAnswerTo(tx: Transaction, companyId: CompanyId, surveyId: SurveyId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT answered_at AS at FROM responses
    WHERE company_id = ${companyId} AND survey_id = ${surveyId} AND score IS NOT NULL
      AND NOT is_test AND excluded_reason IS NULL
    ORDER BY answered_at DESC
    LIMIT 1
  `.execute(tx);
  return rows[0]?.at ?? null;
}
