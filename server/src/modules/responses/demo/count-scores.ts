import type { CompanyId } from '@escuta/contract/ids';
import { countedScores } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { scoreColumns } from '../score-columns.ts';

/**
 * Counts the scores of a company by day. The counters are empty before; ON CONFLICT is what a distributed PostgreSQL asks of
 * rows that come from a query.
 */
export async function countScores(tx: Transaction, companyId: CompanyId): Promise<void> {
  const counts = countedScores.map((score) => sql`count(*) FILTER (WHERE score = ${sql.lit(score)})`);
  await sql`
    INSERT INTO metric_daily (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
      ${sql.join(scoreColumns.map((column) => sql.ref(column)))}, comments)
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
