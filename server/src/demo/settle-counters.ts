import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { itemState } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Counts what the facts of a company say, into every counter that the product keeps beside them. The counters are empty
 * before; ON CONFLICT is what a distributed PostgreSQL asks of rows that come from a query.
 */
export async function settleCounters(tx: Transaction, companyId: CompanyId): Promise<void> {
  await settleScores(tx, companyId);
  await settleInvitations(tx, companyId);
  await settleProgress(tx, companyId);
  await settleSurveys(tx, companyId);
  await settleContacts(tx, companyId);
}

async function settleScores(tx: Transaction, companyId: CompanyId): Promise<void> {
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

async function settleInvitations(tx: Transaction, companyId: CompanyId): Promise<void> {
  await sql`
    INSERT INTO invitation_daily (company_id, business_unit_id, survey_id, channel, day, sent, failed, responded, completed)
    SELECT i.company_id, i.business_unit_id, s.survey_id, i.channel, (i.executed_at AT TIME ZONE u.timezone)::date,
      count(*), count(*) FILTER (WHERE i.state = ${sql.lit(itemState.rejected)}), count(r.score), count(*) FILTER (WHERE r.status = 'complete')
    FROM send_items i
    JOIN sends s ON s.company_id = i.company_id AND s.id = i.send_id
    JOIN business_units u ON u.company_id = i.company_id AND u.id = i.business_unit_id
    LEFT JOIN responses r ON r.company_id = i.company_id AND r.item_id = i.id
    WHERE i.company_id = ${companyId}
      AND i.state IN (${sql.lit(itemState.accepted)}, ${sql.lit(itemState.rejected)})
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

async function settleProgress(tx: Transaction, companyId: CompanyId): Promise<void> {
  await sql`
    INSERT INTO send_progress (company_id, send_id, shard, planned, accepted, rejected, skipped)
    SELECT company_id, send_id, 0, count(*),
      count(*) FILTER (WHERE state = ${sql.lit(itemState.accepted)}),
      count(*) FILTER (WHERE state = ${sql.lit(itemState.rejected)}),
      count(*) FILTER (WHERE state = ${sql.lit(itemState.skipped)})
    FROM send_items
    WHERE company_id = ${companyId}
    GROUP BY company_id, send_id
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

async function settleSurveys(tx: Transaction, companyId: CompanyId): Promise<void> {
  await sql`
    UPDATE surveys s
    SET responses = counted.responses, last_answered_at = counted.last_answered_at
    FROM (
      SELECT survey_id, count(*)::int AS responses, max(answered_at) AS last_answered_at
      FROM responses
      WHERE company_id = ${companyId}
      GROUP BY survey_id
    ) counted
    WHERE s.company_id = ${companyId}
      AND s.id = counted.survey_id
  `.execute(tx);
}

async function settleContacts(tx: Transaction, companyId: CompanyId): Promise<void> {
  await sql`
    UPDATE contacts c
    SET last_sent_at = sent.at, last_answered_at = answered.at, last_score = answered.score, last_metric = answered.metric
    FROM (
      SELECT contact_id, max(executed_at) AS at
      FROM send_items
      WHERE company_id = ${companyId}
        AND state = ${sql.lit(itemState.accepted)}
      GROUP BY contact_id
    ) sent
    LEFT JOIN (
      SELECT DISTINCT ON (contact_id) contact_id, answered_at AS at, score, metric
      FROM responses
      WHERE company_id = ${companyId}
        AND contact_id IS NOT NULL
      ORDER BY contact_id, answered_at DESC
    ) answered ON answered.contact_id = sent.contact_id
    WHERE c.company_id = ${companyId}
      AND c.id = sent.contact_id
  `.execute(tx);
}
