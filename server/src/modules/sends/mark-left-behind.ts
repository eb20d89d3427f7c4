import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { itemState } from './item-state.ts';
import { addProgress, readProgress } from './progress.ts';
import { finalItems } from './send.ts';
import type { SendContext } from './send-context.ts';

const itemsPerTurn = 5_000;

interface Turn {
  readonly send: SendContext;
  readonly shard: number;
}

/**
 * Marks the contacts that a killed worker had no time to mark: when all items of a send are final and not all are marked,
 * its accepted items are gone through once more, so many in a turn. A contact that is marked already stays as it is.
 */
export async function markLeftBehind(tx: Transaction, { send, shard }: Turn): Promise<void> {
  const { companyId, sendId } = send;
  const work = await tx
    .selectFrom('sends')
    .select(['mark_cursor', 'total'])
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!work) return;
  const { mark_cursor: cursor, total } = work;
  const progress = await readProgress(tx, { companyId, sendId });
  if (finalItems(progress) < total || progress.marked >= progress.accepted) return;
  const items = await tx
    .selectFrom('send_items')
    .select(['id', 'contact_id', 'executed_at'])
    .where('company_id', '=', companyId)
    .where('items_month', '=', send.itemsMonth)
    .where('send_id', '=', sendId)
    .where('state', '=', itemState.accepted)
    .$if(cursor !== null, (query) => query.where('id', '>', cursor ?? ''))
    .orderBy('id')
    .limit(itemsPerTurn)
    .execute();
  const marks = items.flatMap(({ contact_id, executed_at }) =>
    contact_id && executed_at ? { contactId: contact_id, at: executed_at } : [],
  );
  await markSent(tx, { companyId, marks });
  if (items.length < itemsPerTurn)
    await addProgress(tx, { companyId, shard, deltas: [{ sendId, marked: progress.accepted - progress.marked }] });
  await tx
    .updateTable('sends')
    .set({ mark_cursor: items.at(-1)?.id ?? cursor })
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .execute();
}
