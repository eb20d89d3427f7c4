import { sql } from 'kysely';
import type { CompanyId, SurveyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { inOrderOfKeys, writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';

export interface ResponseCount {
  readonly surveyId: SurveyId;
  readonly added: number;
  readonly lastAnsweredAt: Date;
}

/**
 * Adds new responses to the counters of their surveys, in the transaction that records them. Surveys are locked in the
 * order of their ids, so that two batches of answers wait for each other instead of deadlocking; and not against the
 * keys that the new responses of another batch already refer to.
 */
export function countResponses({
  companyId,
  counts,
}: {
  companyId: CompanyId;
  counts: readonly ResponseCount[];
}): Write | null {
  const perSurvey = Map.groupBy(counts, ({ surveyId }) => surveyId);
  const sums = inOrderOfKeys(perSurvey).map(([surveyId, each]) => ({
    surveyId,
    added: each.reduce((sum, { added }) => sum + added, 0),
    lastAnsweredAt: new Date(Math.max(...each.map(({ lastAnsweredAt }) => lastAnsweredAt.getTime()))),
  }));
  return writeOf(sums, (json) => sql`count_survey_responses(${companyId}::uuid, ${json})`);
}

/** Takes responses that are gone out of the counter of their survey, and says when it was answered last without them. */
export async function discountResponses(
  tx: Transaction,
  {
    companyId,
    surveyId,
    gone,
    lastAnsweredAt,
  }: { companyId: CompanyId; surveyId: SurveyId } & {
    gone: number;
    lastAnsweredAt: Date | null;
  },
): Promise<void> {
  await sql`
    UPDATE surveys SET responses = responses - ${gone}, last_answered_at = ${lastAnsweredAt}
    WHERE company_id = ${companyId} AND id = ${surveyId}
  `.execute(tx);
}
