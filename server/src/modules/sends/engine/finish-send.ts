import type { CompanyId, ItemId, SendId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { readProgress } from '../progress.ts';
import { leaveRunnable } from './runnable-sends.ts';
import { finalItems } from '../send.ts';

/** A send that one transaction holds. */
export interface HeldSend {
  readonly status: string;
  readonly total: number;
  readonly mark_cursor: ItemId | null;
}

/**
 * Takes a send for what only one may do at a time; undefined while its planner or another worker has it. Nobody waits for
 * it, so nobody stops because its holder is frozen.
 */
export function holdSend(
  tx: Transaction,
  { companyId, sendId }: { companyId: CompanyId; sendId: SendId },
): Promise<HeldSend | undefined> {
  return (
    tx
      .selectFrom('sends')
      .select(['status', 'total', 'mark_cursor'])
      .where('company_id', '=', companyId)
      .where('id', '=', sendId)
      // Weaker than FOR UPDATE: the foreign keys of items must still be able to look at the send.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

/**
 * Ends a send whose items all have a final answer and whose contacts know of it, and takes it off the workers' list.
 * Answers whether it has ended.
 */
export async function finishSend(
  tx: Transaction,
  { companyId, sendId, now }: { companyId: CompanyId; sendId: SendId; now: Date },
): Promise<boolean> {
  const send = await holdSend(tx, { companyId, sendId });
  if (send?.status !== 'running') return false;
  const progress = await readProgress(tx, { companyId, sendId });
  if (finalItems(progress) < send.total || progress.marked < progress.accepted) return false;
  await tx
    .updateTable('sends')
    .set({ status: 'done', finished_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .execute();
  await leaveRunnable(tx, { companyId, sendId });
  return true;
}

/** Stops a send that cannot go on, and says why: it never fails in silence. */
export async function pauseSend(
  tx: Transaction,
  { companyId, sendId, reason }: { companyId: CompanyId; sendId: SendId; reason: string },
): Promise<void> {
  await tx
    .updateTable('sends')
    .set({ status: 'paused', pause_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .where('status', 'in', ['planning', 'running'])
    .execute();
  await leaveRunnable(tx, { companyId, sendId });
}
