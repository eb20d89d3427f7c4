import type { CompanyId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Counts the scores of a company by day. The counters are empty before; ON CONFLICT is what a distributed PostgreSQL asks of
 * rows that come from a query.
 */
export async function countScores(tx: Transaction, companyId: CompanyId): Promise<void> {
  const counts = Array.from({ length: 11 }, (_, score) => sql`count(*) FILTER (WHERE score = ${sql.lit(score)})`);
  await sql`
    INSERT INTO metric_daily (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
      b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
    SELECT company_id, business_unit_id, survey_id, 'score', metric, channel, day, count(*), sum(score), sum(score * score),
      ${sql.join(counts)}, count(comment)
    FROM responses
    WHERE company_id = ${companyId}
      AND score IS NOT NULL
      AND NOT is_test
      AND excluded_reason IS NULL
    GROUP BY company_id, business_unit_id, survey_id, metric, channel, day
    ON CONFLICT DO NOTHING
  `.execute(tx);
}
