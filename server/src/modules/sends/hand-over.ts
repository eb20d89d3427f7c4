import { sql } from 'kysely';
import { suppressionOf } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { leaseEnd } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from './item-state.ts';
import { addProgress } from './progress.ts';

interface HandOver {
  readonly companyId: string;
  readonly items: readonly ClaimedItem[];
  readonly shard: number;
  readonly now: Date;
}

/** As `writeHandOver`; an item that was missed, because its lease was being renewed, is asked for once more. */
export async function handOver(tx: Transaction, asked: HandOver): Promise<ReadonlySet<string>> {
  const judged = await writeHandOver(tx, asked);
  const missed = asked.items.filter((item) => !judged.has(item.itemId));
  if (missed.length > 0)
    for (const [id, state] of await writeHandOver(tx, { ...asked, items: missed })) judged.set(id, state);
  return new Set([...judged].filter(([, state]) => state === itemState.handedOver).map(([id]) => id));
}

/**
 * Writes that these items of one company leave the house now, in one statement, and answers what became of each.
 * The statement looks once more at what may have changed since the plan: an address that was suppressed becomes
 * skipped, an item of a paused or cancelled send goes back, and an item whose lease was lost is not ours to send.
 * A worker asks again only for what did not leave, because the answer of its first asking was lost with the connection:
 * so an item that is handed over under its own lease already may leave now.
 */
async function writeHandOver(
  tx: Transaction,
  { companyId, items, shard, now }: HandOver,
): Promise<Map<string, number>> {
  const months = [...new Set(items.map((item) => item.send.itemsMonth))];
  const { rows } = await sql<{ id: string; send_id: string; state: number }>`
    WITH asked AS MATERIALIZED (
      SELECT asked.lease_token, sends.status, item.row, item.partition,
        ${suppressionOf({ companyId, businessUnitId: sql.ref('sends.business_unit_id'), channel: 'email', addressHash: sql.ref('asked.address_hash') })} AS held_back
      FROM unnest(
        ${items.map((item) => item.itemId)}::uuid[], ${items.map((item) => item.send.itemsMonth)}::date[], ${items.map((item) => item.send.sendId)}::uuid[],
        ${items.map((item) => item.leaseToken)}::uuid[], ${items.map((item) => item.emailHash)}::bytea[]
      ) AS asked (id, items_month, send_id, lease_token, address_hash)
      JOIN sends ON sends.company_id = ${companyId} AND sends.id = asked.send_id
      CROSS JOIN LATERAL ${itemByKey(companyId, months)}
    )
    UPDATE send_items i
    SET state = CASE
        WHEN asked.held_back IS NOT NULL THEN ${sql.lit(itemState.skipped)}
        WHEN asked.status NOT IN ('planning', 'running') THEN ${sql.lit(itemState.ready)}
        ELSE ${sql.lit(itemState.handedOver)}
      END,
      reason = asked.held_back,
      executed_at = CASE WHEN asked.held_back IS NOT NULL THEN ${now}::timestamptz END,
      lease_until = ${leaseEnd(now)}
    FROM asked
    WHERE ${sameItem(companyId, months)} AND i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)}) AND i.lease_token = asked.lease_token
    RETURNING i.id, i.send_id, i.state
  `.execute(tx);
  const skipped = new Map<string, number>();
  for (const row of rows)
    if (row.state === itemState.skipped) skipped.set(row.send_id, (skipped.get(row.send_id) ?? 0) + 1);
  await addProgress(tx, {
    companyId,
    shard,
    deltas: [...skipped].map(([sendId, count]) => ({ sendId, skipped: count })),
  });
  return new Map(rows.map((row) => [row.id, row.state]));
}
