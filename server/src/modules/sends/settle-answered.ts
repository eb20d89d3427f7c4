import { sql } from 'kysely';
import type { CompanyId, ItemId, SendId } from '@escuta/contract/ids';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import { addToDays } from './invitation-days.ts';
import type { InvitedItem } from './invited-items.ts';
import { itemState, openStates } from './item-state.ts';
import { addProgress, answersShards } from './progress.ts';

/** A message that somebody answers now, the zone of its unit, and when. */
export interface AnsweredItem {
  readonly item: InvitedItem;
  readonly timezone: string;
  readonly answeredAt: Date;
}

/** An answer tells something new of items that wait for an attempt, have one under way that left no byte, or are unknown. */
const unproven: readonly number[] = [...openStates, itemState.unknown];

/** Whether an answer tells something new of its message: then it has to be settled. */
export function isUnproven({ item }: AnsweredItem): boolean {
  return unproven.includes(item.state);
}

interface Settled extends AnsweredItem {
  readonly executedAt: Date;
  readonly wasUnknown: boolean;
  readonly wasClosed: boolean;
}

/**
 * Settles messages that nobody knew to have arrived and that were answered, in the transaction of the answer: unknown results, also
 * those that were closed and that no worker looks at any more, and messages about to be sent once more. It asks nothing
 * when every message is known to have arrived.
 */
export async function settleAnswered(
  tx: Transaction,
  companyId: CompanyId,
  answered: readonly AnsweredItem[],
): Promise<void> {
  const news = new Map(answered.filter(isUnproven).map((each) => [each.item.itemId, each]));
  if (news.size === 0) return;
  const items = [...news.values()].map(({ item }) => item);
  const arrivedBy = new Date(Math.max(...[...news.values()].map(({ answeredAt }) => answeredAt.getTime())));
  // What stood before the update tells which counter held it; the lock keeps a worker from changing it meanwhile.
  const { rows } = await sql<{ id: ItemId; executedAt: Date; wasUnknown: boolean; wasClosed: boolean }>`
    WITH found AS (
      SELECT id, items_month, state = ${sql.lit(itemState.unknown)} AS was_unknown, reason IS NOT NULL AS was_closed
      FROM send_items
      WHERE company_id = ${companyId} AND items_month = ANY(${items.map((item) => item.itemsMonth)}::date[])
        AND id = ANY(${items.map((item) => item.itemId)}::uuid[]) AND state = ANY(${unproven}::smallint[])
      ORDER BY id
      FOR NO KEY UPDATE
    )
    UPDATE send_items i
    SET state = ${itemState.accepted}, reason = NULL, not_before = NULL, executed_at = coalesce(i.executed_at, ${arrivedBy}),
      detail = NULL
    FROM found
    WHERE i.company_id = ${companyId} AND i.items_month = found.items_month AND i.id = found.id
    RETURNING i.id, i.executed_at AS "executedAt", found.was_unknown AS "wasUnknown", found.was_closed AS "wasClosed"
  `.execute(tx);
  const settled = rows.flatMap(({ id, ...facts }) => {
    const known = news.get(id);
    return known ? [{ ...known, ...facts }] : [];
  });
  await count(tx, companyId, settled);
}

async function count(tx: Transaction, companyId: CompanyId, settled: readonly Settled[]): Promise<void> {
  const bySend = new Map<
    string,
    { sendId: SendId; accepted: number; marked: number; unknown: number; openUnknown: number }
  >();
  for (const { item, wasUnknown, wasClosed } of settled) {
    const delta = bySend.get(item.sendId) ?? {
      sendId: item.sendId,
      accepted: 0,
      marked: 0,
      unknown: 0,
      openUnknown: 0,
    };
    delta.accepted += 1;
    delta.marked += 1;
    if (wasUnknown) delta[wasClosed ? 'unknown' : 'openUnknown'] -= 1;
    bySend.set(item.sendId, delta);
  }
  await addProgress(tx, { companyId, shard: answersShards.ofSend, deltas: [...bySend.values()] });
  const deltas = settled.map(({ item, timezone, executedAt }) => ({
    ...item,
    day: dayIn(timezone, executedAt),
    sent: 1,
  }));
  await addToDays(tx, { companyId, shard: answersShards.ofDays, deltas });
  const marks = settled.flatMap(({ item: { contactId }, executedAt: at }) =>
    contactId === null ? [] : { contactId, at },
  );
  await markSent(tx, { companyId, marks });
}
