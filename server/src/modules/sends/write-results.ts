import { sql } from 'kysely';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import { itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from './item-state.ts';
import { providerAccount } from './provider-account.ts';

export interface Settled {
  readonly item: ClaimedItem;
  readonly result: ItemResult;
}

interface Batch {
  readonly companyId: string;
  readonly settled: readonly Settled[];
  readonly shard: number;
}

/**
 * Writes the results of one company's items, with everything that counts them, in the open transaction. A result counts
 * only while its item is still under the lease it was taken with; an item that was declared in doubt meanwhile, and not
 * sent again, takes the late result, because it is the truth.
 */
export async function writeResults(tx: Transaction, { companyId, settled, shard }: Batch): Promise<void> {
  const written = new Set<string>();
  // The second round is for an item whose lease was being renewed in the first.
  for (const fence of ['under lease', 'under lease', 'in doubt'] as const) {
    const open = settled.filter(
      ({ item, result }) => !written.has(item.itemId) && !(fence === 'in doubt' && result.state === itemState.unknown),
    );
    for (const id of await write(tx, { companyId, settled: open, shard }, fence)) written.add(id);
  }
  const reached = settled.filter(({ item, result }) => result.state === itemState.accepted && written.has(item.itemId));
  const last = reached.at(-1);
  if (last)
    await markSent(tx, {
      companyId,
      contactIds: reached.flatMap(({ item }) => item.contactId ?? []),
      at: last.result.at,
    });
}

/**
 * One statement for the items, the counters of their sends and those of the unit's days: a round trip costs more than
 * the work. Rows of counters are written in the order of their keys, so that workers never wait in a circle.
 */
async function write(
  tx: Transaction,
  { companyId, settled, shard }: Batch,
  fence: 'under lease' | 'in doubt',
): Promise<Set<string>> {
  if (settled.length === 0) return new Set();
  const column = <Value>(of: (settled: Settled) => Value) => settled.map(of);
  const months = [...new Set(column(({ item }) => item.send.itemsMonth))];
  const open =
    fence === 'under lease'
      ? sql`i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)})`
      : sql`i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL`;
  const { rows } = await sql<{ id: string }>`
    WITH asked AS MATERIALIZED (
      SELECT asked.*, item.row, item.partition FROM unnest(
        ${column(({ item }) => item.itemId)}::uuid[], ${column(({ item }) => item.send.itemsMonth)}::date[], ${column(({ item }) => item.leaseToken)}::uuid[],
        ${column(({ result }) => result.state)}::smallint[], ${column(({ result }) => result.reason)}::text[], ${column(({ result }) => result.detail)}::text[],
        ${column(({ result }) => result.attempt)}::smallint[], ${column(({ result }) => (isExecuted(result) ? result.at.toISOString() : null))}::timestamptz[],
        ${column(({ result }) => result.notBefore?.toISOString() ?? null)}::timestamptz[],
        ${column(({ item, result }) => dayIn(item.send.timezone, result.at))}::date[], ${column(({ item }) => item.send.surveyId)}::uuid[]
      ) AS asked (id, items_month, lease_token, state, reason, detail, attempt, executed_at, not_before, day, survey_id)
      CROSS JOIN LATERAL ${itemByKey(companyId, months)}
    ), written AS (
      UPDATE send_items i
      SET state = asked.state, reason = asked.reason, detail = asked.detail, attempt = asked.attempt,
        executed_at = asked.executed_at, not_before = coalesce(asked.not_before, i.not_before),
        provider_account = ${providerAccount}, lease_until = NULL
      FROM asked
      WHERE ${sameItem(companyId, months)} AND i.lease_token = asked.lease_token AND ${open}
      RETURNING i.id, i.send_id, i.business_unit_id, i.channel, i.state, asked.day, asked.survey_id
    ), progress AS (
      INSERT INTO send_progress (company_id, send_id, shard, accepted, rejected, skipped, in_doubt)
      SELECT ${companyId}, send_id, ${shard}, ${countOf(itemState.accepted)}, ${countOf(itemState.rejected)}, ${countOf(itemState.skipped)},
        ${countOf(itemState.unknown)} - ${fence === 'in doubt' ? sql`count(*)` : sql`0`}
      FROM written GROUP BY send_id ORDER BY send_id
      ON CONFLICT (company_id, send_id, shard) DO UPDATE SET
        accepted = send_progress.accepted + excluded.accepted,
        rejected = send_progress.rejected + excluded.rejected,
        skipped = send_progress.skipped + excluded.skipped,
        in_doubt = send_progress.in_doubt + excluded.in_doubt
    ), days AS (
      INSERT INTO invitation_daily (company_id, business_unit_id, survey_id, channel, day, sent, failed)
      SELECT ${companyId}, business_unit_id, survey_id, channel, day, count(*), ${countOf(itemState.rejected)}
      FROM written WHERE state IN (${sql.lit(itemState.accepted)}, ${sql.lit(itemState.rejected)})
      GROUP BY business_unit_id, day, survey_id, channel ORDER BY business_unit_id, day, survey_id, channel
      ON CONFLICT (company_id, business_unit_id, day, survey_id, channel) DO UPDATE SET
        sent = invitation_daily.sent + excluded.sent,
        failed = invitation_daily.failed + excluded.failed
    )
    SELECT id FROM written
  `.execute(tx);
  return new Set(rows.map((row) => row.id));
}

function countOf(state: number) {
  return sql`count(*) FILTER (WHERE state = ${sql.lit(state)})`;
}

/** A deferred item has not been executed: it has no time yet. A doubt has the time from which it waits for evidence. */
function isExecuted({ state }: ItemResult): boolean {
  return state !== itemState.deferred && state !== itemState.ready;
}
