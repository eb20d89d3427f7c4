import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import type { Settled as SettledOf } from '#platform/dispatch/work.ts';
import { dayIn } from '#platform/time/clock.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import { itemAtAddress, itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from '../item-state.ts';

export type Settled = SettledOf<ClaimedItem, ItemResult>;

export interface Batch {
  readonly companyId: string;
  readonly settled: readonly Settled[];
  readonly shard: number;
  /** The account that the messages went out through. */
  readonly accountKey: string;
}

/** How an item is found, and what it must be: still under our lease, or in doubt and settled by nobody. */
const rounds = [
  { isByKey: false, isInDoubt: false },
  { isByKey: true, isInDoubt: false },
  { isByKey: true, isInDoubt: true },
] as const;
type Round = (typeof rounds)[number];

/**
 * Writes the results of one company's items, with everything that counts them, in the open transaction, and answers those
 * that count. A result counts only while its item is still under the lease it was taken with; an item that was declared in
 * doubt meanwhile, and not sent again, takes the late result, because it is the truth.
 */
export async function writeResults(tx: Transaction, batch: Batch): Promise<Settled[]> {
  if (batch.settled.length === 0) return [];
  const { rows } = await sql<{ id: string }>`WITH ${settling(batch)} SELECT id FROM written`.execute(tx);
  return followResults(tx, batch, rows);
}

/** Tries once more, by key, what was missed by address; what is still missed after that counts no more. */
export async function followResults(
  tx: Transaction,
  batch: Batch,
  rows: readonly { readonly id: string }[],
): Promise<Settled[]> {
  const written = new Set(rows.map((row) => row.id));
  for (const round of rounds.slice(1)) {
    const missed = batch.settled.filter(
      ({ item, result }) => !written.has(item.itemId) && !(round.isInDoubt && result.state === itemState.unknown),
    );
    if (missed.length === 0) continue;
    const part = settling({ ...batch, settled: missed }, round);
    const again = await sql<{ id: string }>`WITH ${part} SELECT id FROM written`.execute(tx);
    for (const { id } of again.rows) written.add(id);
  }
  return batch.settled.filter(({ item }) => written.has(item.itemId));
}

/**
 * The part of a statement that writes results, as `written (id, …)`, with the counters of their sends and those of the
 * unit's days. Rows of counters are written in the order of their keys, so that workers never wait in a circle.
 */
export function settling(
  { companyId, settled, shard, accountKey }: Batch,
  { isByKey, isInDoubt }: Round = rounds[0],
): RawBuilder<unknown> {
  const column = <Value>(of: (settled: Settled) => Value) => settled.map(of);
  const months = [...new Set(column(({ item }) => item.send.itemsMonth))];
  const open = isInDoubt
    ? sql`i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL`
    : sql`i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)})`;
  return sql`
    settling AS MATERIALIZED (
      SELECT asked.*${isByKey ? sql`, item.row, item.partition` : sql``} FROM unnest(
        ${isByKey ? sql`` : sql`${column(({ item }) => item.row)}::tid[],`}
        ${column(({ item }) => item.itemId)}::uuid[], ${column(({ item }) => item.send.itemsMonth)}::date[], ${column(({ item }) => item.leaseToken)}::uuid[],
        ${column(({ result }) => result.state)}::smallint[], ${column(({ result }) => result.reason)}::text[], ${column(({ result }) => result.detail)}::text[],
        ${column(({ result }) => result.attempt)}::smallint[], ${column(({ result }) => (isExecuted(result) ? result.at.toISOString() : null))}::timestamptz[],
        ${column(({ result }) => dueAgain(result))}::timestamptz[],
        ${column(({ item, result }) => dayIn(item.send.timezone, result.at))}::date[], ${column(({ item }) => item.send.surveyId)}::uuid[]
      ) AS asked (${isByKey ? sql`` : sql`row,`} id, items_month, lease_token, state, reason, detail, attempt, executed_at, not_before, day, survey_id)
      ${isByKey ? sql`CROSS JOIN LATERAL ${itemByKey(companyId, months)}` : sql``}
    ), written AS (
      UPDATE send_items i
      SET state = asked.state, reason = asked.reason, detail = asked.detail, attempt = asked.attempt,
        executed_at = asked.executed_at, not_before = asked.not_before,
        provider_account = ${accountKey}, lease_until = NULL
      FROM settling AS asked
      WHERE ${isByKey ? sameItem(companyId, months) : itemAtAddress(companyId, months)} AND i.lease_token = asked.lease_token AND ${open}
      RETURNING i.id, i.send_id, i.business_unit_id, i.channel, i.state, asked.day, asked.survey_id
    ), progress AS (
      INSERT INTO send_progress (company_id, send_id, shard, accepted, rejected, skipped, in_doubt)
      SELECT ${companyId}, send_id, ${shard}, ${countOf(itemState.accepted)}, ${countOf(itemState.rejected)}, ${countOf(itemState.skipped)},
        ${countOf(itemState.unknown)} - ${isInDoubt ? sql`count(*)` : sql`0`}
      FROM written GROUP BY send_id ORDER BY send_id
      ON CONFLICT (company_id, send_id, shard) DO UPDATE SET
        accepted = send_progress.accepted + excluded.accepted,
        rejected = send_progress.rejected + excluded.rejected,
        skipped = send_progress.skipped + excluded.skipped,
        in_doubt = send_progress.in_doubt + excluded.in_doubt
    ), days AS (
      INSERT INTO invitation_daily (company_id, business_unit_id, survey_id, channel, day, shard, sent, failed)
      SELECT ${companyId}, business_unit_id, survey_id, channel, day, ${shard}, count(*), ${countOf(itemState.rejected)}
      FROM written WHERE state IN (${sql.lit(itemState.accepted)}, ${sql.lit(itemState.rejected)})
      GROUP BY business_unit_id, day, survey_id, channel ORDER BY business_unit_id, day, survey_id, channel
      ON CONFLICT (company_id, business_unit_id, day, survey_id, channel, shard) DO UPDATE SET
        sent = invitation_daily.sent + excluded.sent,
        failed = invitation_daily.failed + excluded.failed
    )`;
}

function countOf(state: number) {
  return sql`count(*) FILTER (WHERE state = ${sql.lit(state)})`;
}

/** A deferred item has not been executed: it has no time yet. One in doubt has the time from which it waits for evidence. */
function isExecuted({ state }: ItemResult): boolean {
  return state !== itemState.deferred && state !== itemState.ready;
}

/** When somebody must look at the item again: an unknown result waits for evidence, of which no clock knows. */
function dueAgain({ state, notBefore }: ItemResult): string | null {
  return state === itemState.unknown ? 'infinity' : (notBefore?.toISOString() ?? null);
}
