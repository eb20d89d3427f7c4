import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ItemId } from '@escuta/contract/ids';
import { once } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Settled as SettledOf } from '#platform/dispatch/work.ts';
import { dayIn } from '#platform/time/clock.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import { itemAtAddress, itemByKey, sameItem } from './item-by-key.ts';
import { addToDays } from '../invitation-days.ts';
import type { InvitationDelta } from '../invitation-days.ts';
import { itemState } from '../item-state.ts';
import { addProgress } from '../progress.ts';

export type Settled = SettledOf<ClaimedItem, ItemResult>;

export interface Batch {
  readonly companyId: CompanyId;
  readonly settled: readonly Settled[];
  readonly shard: number;
  /** The account that the messages went out through. */
  readonly accountKey: string;
}

/** How an item is found, and what it must be: still under our lease, or unknown and settled by nobody. */
const rounds = [
  { isByKey: false, isUnknown: false },
  { isByKey: true, isUnknown: false },
  { isByKey: true, isUnknown: true },
] as const;
type Round = (typeof rounds)[number];

/**
 * Writes the results of one company's items, with everything that counts them, in the open transaction, and answers those
 * that count. A result counts only while its item is still under the lease it was taken with; an item that was declared
 * unknown meanwhile, and not sent again, takes the late result, because it is the truth.
 */
export async function writeResults(tx: Transaction, batch: Batch): Promise<Settled[]> {
  if (batch.settled.length === 0) return [];
  const { rows } = await sql<{ id: ItemId }>`WITH ${settling(batch)} SELECT id FROM written`.execute(tx);
  return followResults(tx, batch, rows);
}

/** Tries once more, by key, what was missed by address; what is still missed after that counts no more. Counts the others. */
export async function followResults(
  tx: Transaction,
  batch: Batch,
  rows: readonly { readonly id: ItemId }[],
): Promise<Settled[]> {
  const written = new Map<string, Round>(rows.map((row) => [row.id, rounds[0]]));
  for (const round of rounds.slice(1)) {
    const missed = batch.settled.filter(
      ({ item, result }) => !written.has(item.itemId) && !(round.isUnknown && result.state === itemState.unknown),
    );
    if (missed.length === 0) continue;
    const part = settling({ ...batch, settled: missed }, round);
    const again = await sql<{ id: ItemId }>`WITH ${part} SELECT id FROM written`.execute(tx);
    for (const { id } of again.rows) written.set(id, round);
  }
  const counting = batch.settled.filter(({ item }) => written.has(item.itemId));
  await countResults(tx, batch, counting, (itemId) => written.get(itemId)?.isUnknown === true);
  return counting;
}

/** Counts results of their sends and of the unit's days, in statements of their own, which a distributed PostgreSQL asks for. */
async function countResults(
  tx: Transaction,
  { companyId, shard }: Batch,
  counting: readonly Settled[],
  wasUnknown: (itemId: ItemId) => boolean,
): Promise<void> {
  const bySend = Map.groupBy(counting, ({ item }) => item.send.sendId);
  const deltas = [...bySend].map(([sendId, settled]) => {
    const countOf = (state: number) => settled.filter(({ result }) => result.state === state).length;
    return {
      sendId,
      accepted: countOf(itemState.accepted),
      rejected: countOf(itemState.rejected),
      skipped: countOf(itemState.skipped),
      openUnknown: countOf(itemState.unknown) - settled.filter(({ item }) => wasUnknown(item.itemId)).length,
    };
  });
  await addProgress(tx, { companyId, shard, deltas });
  const days = [...bySend.values()].flatMap((settled) => daysOf(settled));
  await addToDays(tx, { companyId, shard, deltas: days });
}

/** What the results of one send add to the days of its unit. */
function daysOf(settled: readonly Settled[]): InvitationDelta[] {
  const executed = settled.filter(
    ({ result }) => result.state === itemState.accepted || result.state === itemState.rejected,
  );
  const byDay = Map.groupBy(executed, ({ item, result }) => dayIn(item.send.timezone, result.at));
  return [...byDay].flatMap(([day, sent]) => {
    const [first] = sent;
    if (!first) return [];
    const { businessUnitId, surveyId, channel } = first.item.send;
    const failed = sent.filter(({ result }) => result.state === itemState.rejected).length;
    return [{ businessUnitId, surveyId, channel, day, sent: sent.length, failed }];
  });
}

/** The part of a statement that writes results, as `written (id)`. */
export function settling(
  { companyId, settled, accountKey }: Batch,
  { isByKey, isUnknown }: Round = rounds[0],
): RawBuilder<unknown> {
  const column = <Value>(of: (settled: Settled) => Value) => settled.map(of);
  const months = [...new Set(column(({ item }) => item.send.itemsMonth))];
  const open = isUnknown
    ? sql`i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL`
    : sql`i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)})`;
  return sql`
    settling AS ${once} (
      SELECT asked.*${isByKey ? sql`, item.row, item.partition` : sql``} FROM unnest(
        ${isByKey ? sql`` : sql`${column(({ item }) => item.row)}::tid[],`}
        ${column(({ item }) => item.itemId)}::uuid[], ${column(({ item }) => item.send.itemsMonth)}::date[], ${column(({ item }) => item.leaseToken)}::uuid[],
        ${column(({ result }) => result.state)}::smallint[], ${column(({ result }) => result.reason)}::text[], ${column(({ result }) => result.detail)}::text[],
        ${column(({ result }) => result.attempt)}::smallint[], ${column(({ result }) => (isExecuted(result) ? result.at.toISOString() : null))}::timestamptz[],
        ${column(({ result }) => dueAgain(result))}::timestamptz[]
      ) AS asked (${isByKey ? sql`` : sql`row,`} id, items_month, lease_token, state, reason, detail, attempt, executed_at, not_before)
      ${isByKey ? sql`CROSS JOIN LATERAL ${itemByKey(companyId, months)}` : sql``}
    ), written AS (
      UPDATE send_items i
      SET state = asked.state, reason = asked.reason, attempt = asked.attempt,
        -- What a server says of an address is kept beside it: not of a person who was erased since.
        detail = CASE WHEN i.address IS NOT NULL THEN asked.detail END,
        executed_at = asked.executed_at, not_before = asked.not_before,
        provider_account = ${accountKey}, lease_until = NULL
      FROM settling AS asked
      WHERE ${isByKey ? sameItem(companyId, months) : itemAtAddress(companyId, months)} AND i.lease_token = asked.lease_token AND ${open}
      RETURNING i.id
    )`;
}

/** A deferred item has not been executed: it has no time yet. One of unknown result has the time from which it waits for evidence. */
function isExecuted({ state }: ItemResult): boolean {
  return state !== itemState.deferred && state !== itemState.ready;
}

/** When somebody must look at the item again: an unknown result waits for evidence, of which no clock knows. */
function dueAgain({ state, notBefore }: ItemResult): string | null {
  return state === itemState.unknown ? 'infinity' : (notBefore?.toISOString() ?? null);
}
