import type { CompanyId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { itemState } from '../item-state.ts';

/**
 * Counts what became of a company's messages, by day and by send, once their answers are there. The counters are empty before;
 * ON CONFLICT is what a distributed PostgreSQL asks of rows that come from a query.
 */
export async function countSends(tx: Transaction, companyId: CompanyId): Promise<void> {
  await countInvitations(tx, companyId);
  await countProgress(tx, companyId);
}

async function countInvitations(tx: Transaction, companyId: CompanyId): Promise<void> {
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

async function countProgress(tx: Transaction, companyId: CompanyId): Promise<void> {
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
