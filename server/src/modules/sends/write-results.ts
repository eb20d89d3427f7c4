import { sql } from 'kysely';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import type { ClaimedItem } from './claim-items.ts';
import { addToDays } from './invitation-days.ts';
import type { InvitationDelta } from './invitation-days.ts';
import type { ItemResult } from './item-result.ts';
import { itemState } from './item-state.ts';
import { addProgress } from './progress.ts';
import { providerAccount } from './provider-account.ts';
import type { Progress } from './send.ts';

export interface Settled {
  readonly item: ClaimedItem;
  readonly result: ItemResult;
}

/**
 * Writes the results of one company's items, with everything that counts them, in the open transaction. A result counts
 * only while its item is still under the lease it was taken with; an item that was declared in doubt meanwhile, and not
 * sent again, takes the late result, because it is the truth.
 */
export async function writeResults(
  tx: Transaction,
  { companyId, settled, shard }: { companyId: string; settled: readonly Settled[]; shard: number },
): Promise<void> {
  const written = await update(
    tx,
    companyId,
    settled,
    sql`i.state IN (${sql.lit(itemState.claimed)}, ${sql.lit(itemState.handedOver)})`,
  );
  const wasInDoubt = new Map(written.map((id) => [id, false]));
  const missed = settled.filter(({ item }) => !wasInDoubt.has(item.itemId));
  if (missed.length > 0) {
    const late = missed.filter(({ result }) => result.state !== itemState.unknown);
    const inDoubt = sql`i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL`;
    for (const id of await update(tx, companyId, late, inDoubt)) wasInDoubt.set(id, true);
  }
  const counted = settled.flatMap((each) => {
    const doubted = wasInDoubt.get(each.item.itemId);
    return doubted === undefined ? [] : [{ ...each, wasInDoubt: doubted }];
  });
  await count(tx, { companyId, shard, counted });
}

async function update(
  tx: Transaction,
  companyId: string,
  settled: readonly Settled[],
  fence: ReturnType<typeof sql>,
): Promise<string[]> {
  if (settled.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    UPDATE send_items i
    SET state = result.state, reason = result.reason, detail = result.detail, attempt = result.attempt,
      executed_at = result.executed_at, not_before = coalesce(result.not_before, i.not_before),
      provider_account = ${providerAccount}, lease_until = NULL
    FROM unnest(
      ${settled.map(({ item }) => item.itemId)}::uuid[], ${settled.map(({ item }) => item.send.itemsMonth)}::date[],
      ${settled.map(({ item }) => item.leaseToken)}::uuid[], ${settled.map(({ result }) => result.state)}::smallint[],
      ${settled.map(({ result }) => result.reason)}::text[], ${settled.map(({ result }) => result.detail)}::text[],
      ${settled.map(({ result }) => result.attempt)}::smallint[],
      ${settled.map(({ result }) => (isExecuted(result) ? result.at.toISOString() : null))}::timestamptz[],
      ${settled.map(({ result }) => result.notBefore?.toISOString() ?? null)}::timestamptz[]
    ) AS result (id, items_month, lease_token, state, reason, detail, attempt, executed_at, not_before)
    WHERE i.company_id = ${companyId} AND i.items_month = result.items_month AND i.id = result.id
      AND i.lease_token = result.lease_token AND ${fence}
    RETURNING i.id
  `.execute(tx);
  return rows.map((row) => row.id);
}

interface Counted extends Settled {
  readonly wasInDoubt: boolean;
}

async function count(
  tx: Transaction,
  { companyId, shard, counted }: { companyId: string; shard: number; counted: readonly Counted[] },
): Promise<void> {
  const progress = new Map<string, Record<keyof Progress, number>>();
  const days: InvitationDelta[] = [];
  for (const { item, result, wasInDoubt } of counted) {
    const { sendId, timezone, businessUnitId, surveyId, channel } = item.send;
    const delta = progress.get(sendId) ?? { planned: 0, accepted: 0, rejected: 0, skipped: 0, unknown: 0, inDoubt: 0 };
    progress.set(sendId, delta);
    const counter = counterOf(result);
    if (counter) delta[counter] += 1;
    if (wasInDoubt) delta.inDoubt -= 1;
    if (counter === 'accepted' || counter === 'rejected') {
      days.push({
        businessUnitId,
        surveyId,
        channel,
        day: dayIn(timezone, result.at),
        sent: 1,
        failed: counter === 'rejected' ? 1 : 0,
      });
    }
  }
  await addProgress(tx, { companyId, shard, deltas: [...progress].map(([sendId, delta]) => ({ sendId, ...delta })) });
  await addToDays(tx, { companyId, deltas: days });
  const reached = counted.filter(({ result }) => result.state === itemState.accepted);
  const last = reached.at(-1);
  if (last)
    await markSent(tx, {
      companyId,
      contactIds: reached.flatMap(({ item }) => item.contactId ?? []),
      at: last.result.at,
    });
}

function counterOf({ state }: ItemResult): 'accepted' | 'rejected' | 'skipped' | 'inDoubt' | undefined {
  if (state === itemState.accepted) return 'accepted';
  if (state === itemState.rejected) return 'rejected';
  if (state === itemState.skipped) return 'skipped';
  return state === itemState.unknown ? 'inDoubt' : undefined;
}

/** A deferred item has not been executed: it has no time yet. A doubt has the time from which it waits for evidence. */
function isExecuted({ state }: ItemResult): boolean {
  return state !== itemState.deferred && state !== itemState.ready;
}
