import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

export interface ResponseCount {
  readonly surveyId: string;
  readonly added: number;
  readonly lastAnsweredAt: Date;
}

/**
 * Adds new responses to the counters of their surveys, in the transaction that records them. Surveys are locked in the
 * order of their ids, so that two batches of answers wait for each other instead of deadlocking; and not against the
 * keys that the new responses of another batch already refer to.
 */
export async function countResponses(
  tx: Transaction,
  { companyId, counts }: { companyId: string; counts: readonly ResponseCount[] },
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    WITH counted AS (
      SELECT survey_id, sum(added)::int AS added, max(answered_at) AS answered_at
      FROM unnest(
        ${counts.map((count) => count.surveyId)}::uuid[],
        ${counts.map((count) => count.added)}::int[],
        ${counts.map((count) => count.lastAnsweredAt.toISOString())}::timestamptz[]
      ) AS c (survey_id, added, answered_at)
      GROUP BY survey_id
    ), locked AS (
      SELECT s.id
      FROM surveys s
      JOIN counted ON counted.survey_id = s.id
      WHERE s.company_id = ${companyId}
      ORDER BY s.id
      FOR NO KEY UPDATE OF s
    )
    UPDATE surveys s
    SET responses = s.responses + counted.added,
        last_answered_at = greatest(s.last_answered_at, counted.answered_at)
    FROM locked
    JOIN counted ON counted.survey_id = locked.id
    WHERE s.company_id = ${companyId}
      AND s.id = locked.id
  `.execute(tx);
}
