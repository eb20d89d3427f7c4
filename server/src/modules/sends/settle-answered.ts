import { sql } from 'kysely';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import { addToDays } from './invitation-days.ts';
import type { InvitedItem } from './invited-items.ts';
import { itemState } from './item-state.ts';
import { addProgress, chooseShard } from './progress.ts';

/** A message that somebody answers now, and the zone of its unit. */
export interface AnsweredItem {
  readonly item: InvitedItem;
  readonly timezone: string;
}

/**
 * Settles messages of unknown fate that were answered, in the transaction of the answer: they arrived. Also those whose
 * doubt was closed already, which no worker looks at any more. It asks nothing when no message is in doubt.
 */
export async function settleAnswered(
  tx: Transaction,
  companyId: string,
  answered: readonly AnsweredItem[],
): Promise<void> {
  const doubts = new Map(
    answered.filter(({ item }) => item.state === itemState.unknown).map((each) => [each.item.itemId, each]),
  );
  if (doubts.size === 0) return;
  const items = [...doubts.values()].map(({ item }) => item);
  // The reason before the update tells which counter held the doubt; the lock keeps a worker from closing it meanwhile.
  const { rows } = await sql<{ id: string; wasClosed: boolean }>`
    WITH doubt AS MATERIALIZED (
      SELECT id, items_month, reason IS NOT NULL AS was_closed FROM send_items
      WHERE company_id = ${companyId} AND items_month = ANY(${items.map((item) => item.itemsMonth)}::date[])
        AND id = ANY(${items.map((item) => item.itemId)}::uuid[]) AND state = ${sql.lit(itemState.unknown)}
      ORDER BY id
      FOR NO KEY UPDATE
    )
    UPDATE send_items i SET state = ${itemState.accepted}, reason = NULL, not_before = NULL
    FROM doubt
    WHERE i.company_id = ${companyId} AND i.items_month = doubt.items_month AND i.id = doubt.id
    RETURNING i.id, doubt.was_closed AS "wasClosed"
  `.execute(tx);
  const settled = rows.flatMap(({ id, wasClosed }) => {
    const known = doubts.get(id);
    return known ? [{ ...known, wasClosed }] : [];
  });
  await count(tx, companyId, settled);
}

async function count(
  tx: Transaction,
  companyId: string,
  settled: readonly (AnsweredItem & { wasClosed: boolean })[],
): Promise<void> {
  const bySend = new Map<
    string,
    { sendId: string; accepted: number; marked: number; unknown: number; inDoubt: number }
  >();
  for (const { item, wasClosed } of settled) {
    const delta = bySend.get(item.sendId) ?? { sendId: item.sendId, accepted: 0, marked: 0, unknown: 0, inDoubt: 0 };
    delta.accepted += 1;
    delta.marked += 1;
    delta[wasClosed ? 'unknown' : 'inDoubt'] -= 1;
    bySend.set(item.sendId, delta);
  }
  await addProgress(tx, { companyId, shard: chooseShard(), deltas: [...bySend.values()] });
  const sent = settled.flatMap(({ item, timezone }) =>
    item.executedAt ? [{ item, at: item.executedAt, day: dayIn(timezone, item.executedAt) }] : [],
  );
  await addToDays(tx, { companyId, deltas: sent.map(({ item, day }) => ({ ...item, day, sent: 1 })) });
  const marks = sent.flatMap(({ item: { contactId }, at }) => (contactId === null ? [] : { contactId, at }));
  await markSent(tx, { companyId, marks });
}
