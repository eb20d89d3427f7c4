import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { itemState } from './item-state.ts';
import { addProgress } from './progress.ts';
import type { SendContext } from './send-context.ts';

/**
 * Deals with the items of a worker that gave no sign of life: what it only held becomes ready, what it had handed over
 * becomes a doubt and never ready. The token of a doubt stays, so that its worker, should it live, may still tell.
 */
export async function releaseLeases(
  tx: Transaction,
  { send, shard, now }: { send: SendContext; shard: number; now: Date },
): Promise<void> {
  const { companyId, sendId, itemsMonth } = send;
  await sql`
    UPDATE send_items SET state = ${itemState.ready}, lease_token = NULL, lease_until = NULL
    WHERE company_id = ${companyId} AND items_month = ${itemsMonth}::date AND send_id = ${sendId}
      AND state = ${sql.lit(itemState.claimed)} AND lease_until < ${now}
  `.execute(tx);
  const { rows } = await sql<{ id: string }>`
    UPDATE send_items SET state = ${itemState.unknown}, executed_at = ${now}, lease_until = NULL
    WHERE company_id = ${companyId} AND items_month = ${itemsMonth}::date AND send_id = ${sendId}
      AND state = ${sql.lit(itemState.handedOver)} AND lease_until < ${now}
    RETURNING id
  `.execute(tx);
  if (rows.length > 0) await addProgress(tx, { companyId, shard, deltas: [{ sendId, inDoubt: rows.length }] });
}
