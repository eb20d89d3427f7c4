import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ItemId, SendId } from '@escuta/contract/ids';
import { suppressionOf } from '#modules/contacts/index.ts';
import { once } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { leaseEnd } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from '../item-state.ts';
import type { QuarantineReason } from '../quarantine.ts';
import { addProgress } from '../progress.ts';

export interface HandOver {
  readonly companyId: CompanyId;
  readonly items: readonly ClaimedItem[];
  readonly shard: number;
  readonly now: Date;
  /** Why some of the items may not leave; their mailboxes are taken (`takeMailboxes`). */
  readonly quarantined: ReadonlyMap<string, QuarantineReason>;
}

/** What became of an item that was asked for, and where its row lies now. */
export interface HandedItem {
  readonly id: ItemId;
  readonly send_id: SendId;
  readonly state: number;
  readonly row: string;
}

/** Writes that these items of one company leave now, and answers which of them may. */
export async function handOver(tx: Transaction, asked: HandOver): Promise<ReadonlySet<string>> {
  if (asked.items.length === 0) return new Set();
  const { rows } = await sql<HandedItem>`WITH ${handingOver(asked)} SELECT id, send_id, state, row FROM handed`.execute(
    tx,
  );
  return followHandOver(tx, asked, rows);
}

/**
 * The part of a statement that hands items over, as `handed (id, send_id, state, row)`. It looks once more at what may have
 * changed since the plan: an address that was suppressed, or was just written to, becomes skipped, an item of a paused or cancelled send goes back,
 * and an item whose lease was lost is not ours to send. A worker asks again only for what did not leave, because the answer
 * of its first asking was lost with the connection: so an item that is handed over under its own lease already may leave.
 * The look-up by key also clears the page (to go by address does not), so that this version and the result's find room.
 */
export function handingOver({ companyId, items, now, quarantined }: HandOver): RawBuilder<unknown> {
  const months = [...new Set(items.map((item) => item.send.itemsMonth))];
  // What is asked for again has its address, unless its person was erased since: then it leaves no more.
  const isOurs = sql`(i.state = ${sql.lit(itemState.claimed)} OR i.state = ${sql.lit(itemState.handedOver)} AND i.address IS NOT NULL)`;
  const isStopped = sql`asked.status NOT IN ('planning', 'running')`;
  return sql`
    asking AS ${once} (
      SELECT asked.lease_token, asked.address, asked.address_hash, sends.status, item.row, item.partition,
        coalesce(${suppressionOf({ companyId, businessUnitId: sql.ref('sends.business_unit_id'), channel: sql.ref('sends.channel'), addressHash: sql.ref('asked.address_hash') })}, asked.quarantine) AS held_back
      FROM unnest(
        ${items.map((item) => item.itemId)}::uuid[], ${items.map((item) => item.send.itemsMonth)}::date[],
        ${items.map((item) => item.send.sendId)}::uuid[], ${items.map((item) => item.leaseToken)}::uuid[], ${items.map((item) => item.addressHash)}::bytea[],
        ${items.map((item) => quarantined.get(item.itemId) ?? null)}::text[], ${items.map((item) => item.address)}::text[]
      ) AS asked (id, items_month, send_id, lease_token, address_hash, quarantine, address)
      JOIN sends ON sends.company_id = ${companyId} AND sends.id = asked.send_id
      CROSS JOIN LATERAL ${itemByKey(companyId, months)}
    ), handed AS (
      UPDATE send_items i
      SET state = CASE
          WHEN asked.held_back IS NOT NULL THEN ${sql.lit(itemState.skipped)}
          WHEN ${isStopped} THEN ${sql.lit(itemState.ready)}
          ELSE ${sql.lit(itemState.handedOver)}
        END,
        not_before = CASE WHEN asked.held_back IS NULL AND ${isStopped} THEN '-infinity'::timestamptz END,
        reason = asked.held_back,
        address = coalesce(asked.address, i.address),
        written_hash = CASE WHEN asked.address_hash IS DISTINCT FROM i.address_hash THEN asked.address_hash END,
        executed_at = CASE WHEN asked.held_back IS NOT NULL THEN ${now}::timestamptz END,
        lease_until = ${leaseEnd(now)}
      FROM asking AS asked
      WHERE ${sameItem(companyId, months)} AND ${isOurs} AND i.lease_token = asked.lease_token
      RETURNING i.id, i.send_id, i.state, i.ctid::text AS row
    )`;
}

/** Counts what was skipped; an item that was missed, because its lease was being renewed, is asked for once more. */
export async function followHandOver(
  tx: Transaction,
  asked: HandOver,
  handed: readonly HandedItem[],
): Promise<ReadonlySet<string>> {
  const judged = new Map(handed.map((row) => [row.id, row]));
  const missed = asked.items.filter((item) => !judged.has(item.itemId));
  if (missed.length > 0) {
    const { rows } = await sql<HandedItem>`
      WITH ${handingOver({ ...asked, items: missed })} SELECT id, send_id, state, row FROM handed
    `.execute(tx);
    for (const row of rows) judged.set(row.id, row);
  }
  for (const item of asked.items) item.row = judged.get(item.itemId)?.row ?? null;
  await countSkipped(tx, asked, [...judged.values()]);
  return new Set([...judged.values()].filter(({ state }) => state === itemState.handedOver).map(({ id }) => id));
}

async function countSkipped(
  tx: Transaction,
  { companyId, shard }: HandOver,
  handed: readonly HandedItem[],
): Promise<void> {
  const skipped = Map.groupBy(
    handed.filter(({ state }) => state === itemState.skipped),
    (row) => row.send_id,
  );
  const deltas = [...skipped].map(([sendId, rows]) => ({ sendId, skipped: rows.length }));
  await addProgress(tx, { companyId, shard, deltas });
}
