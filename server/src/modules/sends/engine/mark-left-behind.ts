import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { HeldSend } from './finish-send.ts';
import { itemState } from '../item-state.ts';
import { addProgress, holdersShard, readProgress } from '../progress.ts';
import { finalItems } from '../send.ts';
import type { SendContext } from './send-context.ts';

const itemsPerCycle = 5_000;

interface Cycle {
  readonly send: SendContext;
  readonly held: HeldSend;
}

/**
 * Marks the contacts that a killed worker had no time to mark: when all items of a send are final and not all are marked,
 * its accepted items are gone through once more, so many in a cycle. A contact that is marked already stays as it is.
 */
export async function markLeftBehind(tx: Transaction, { send, held }: Cycle): Promise<void> {
  const { companyId, sendId } = send;
  const { status, mark_cursor: cursor, total } = held;
  if (status !== 'running') return;
  const progress = await readProgress(tx, { companyId, sendId });
  if (finalItems(progress) < total || progress.marked >= progress.accepted) return;
  const items = await tx
    .selectFrom('send_items')
    .select(['id', 'contact_id', 'executed_at'])
    .where('company_id', '=', companyId)
    .where('items_month', '=', send.itemsMonth)
    .where('send_id', '=', sendId)
    .where('state', '=', itemState.accepted)
    .$if(cursor !== null, (query) => query.where('id', '>', cursor!))
    .orderBy('id')
    .limit(itemsPerCycle)
    .execute();
  const marks = items.flatMap(({ contact_id, executed_at }) =>
    contact_id && executed_at ? { contactId: contact_id, at: executed_at } : [],
  );
  await markSent(tx, { companyId, marks });
  if (items.length < itemsPerCycle)
    await addProgress(tx, {
      companyId,
      shard: holdersShard,
      deltas: [{ sendId, marked: progress.accepted - progress.marked }],
    });
  await tx
    .updateTable('sends')
    .set({ mark_cursor: items.at(-1)?.id ?? cursor })
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .execute();
}
