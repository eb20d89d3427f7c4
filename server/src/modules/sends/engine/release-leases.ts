import { sql } from 'kysely';
import { ledLookUp, once } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from '../item-state.ts';
import { addProgress, holdersShard } from '../progress.ts';
import type { SendContext } from './send-context.ts';

interface Cycle {
  readonly send: SendContext;
  readonly now: Date;
}

/**
 * Deals with the items of a worker that gave no sign of life: what it only held becomes ready, what it had handed over
 * becomes unknown and never ready. The token of an unknown one stays, so that its worker, should it live, may still tell.
 */
export async function releaseLeases(tx: Transaction, { send, now }: Cycle): Promise<void> {
  const { companyId, sendId } = send;
  const months = [send.itemsMonth];
  const isOnlyHeld = sql`i.state = ${sql.lit(itemState.claimed)}`;
  const { rows } = await sql<{ state: number }>`
    WITH asked AS ${once} (
      SELECT item.row, item.partition FROM (
        SELECT unnest(item_ids) AS id, ${send.itemsMonth}::date AS items_month FROM send_leases
        WHERE company_id = ${companyId} AND send_id = ${sendId}
      ) AS asked
      CROSS JOIN LATERAL ${itemByKey(companyId, months)}
    )
    UPDATE send_items i
    SET state = CASE WHEN ${isOnlyHeld} THEN ${sql.lit(itemState.ready)} ELSE ${sql.lit(itemState.unknown)} END,
      not_before = CASE WHEN ${isOnlyHeld} THEN '-infinity'::timestamptz ELSE 'infinity' END,
      lease_token = CASE WHEN ${isOnlyHeld} THEN NULL ELSE i.lease_token END,
      executed_at = CASE WHEN ${isOnlyHeld} THEN NULL ELSE ${now}::timestamptz END,
      lease_until = NULL
    FROM asked
    WHERE ${sameItem(companyId, months)} AND i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)}) AND i.lease_until < ${now}
    RETURNING i.state
  `.execute(tx);
  const unknown = rows.filter((row) => row.state === itemState.unknown).length;
  if (unknown > 0)
    await addProgress(tx, { companyId, shard: holdersShard, deltas: [{ sendId, openUnknown: unknown }] });
  await forgetSpentLeases(tx, send);
}

/** A claim whose items all have their result, or were given back, leads to nothing any more. */
async function forgetSpentLeases(tx: Transaction, { companyId, sendId, itemsMonth }: SendContext): Promise<void> {
  await sql`
    DELETE FROM send_leases lease
    WHERE lease.company_id = ${companyId} AND lease.send_id = ${sendId} AND NOT EXISTS (
      SELECT FROM unnest(lease.item_ids) AS held (id)
      CROSS JOIN LATERAL (
        SELECT FROM send_items look
        WHERE look.company_id = ${companyId} AND look.items_month = ${itemsMonth}::date AND look.id = held.id
          AND look.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)})
        ${ledLookUp}
      ) AS open
    )
  `.execute(tx);
}
