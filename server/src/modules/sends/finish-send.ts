import type { Transaction } from '#platform/db/database.ts';
import { readProgress } from './progress.ts';
import { finalItems } from './send.ts';

/**
 * Ends a send whose items all have a final answer and whose contacts know of it, and takes it off the workers' list.
 * Answers whether it has ended.
 */
export async function finishSend(
  tx: Transaction,
  { companyId, sendId, now }: { companyId: string; sendId: string; now: Date },
): Promise<boolean> {
  const send = await tx
    .selectFrom('sends')
    .select(['status', 'total'])
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    // Its planner or another worker's turn holds it: then this is not its end, or not ours to write.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
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
  { companyId, sendId, reason }: { companyId: string; sendId: string; reason: string },
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

/** Takes a send off the workers' list. */
export async function leaveRunnable(
  tx: Transaction,
  { companyId, sendId }: { companyId: string; sendId: string },
): Promise<void> {
  await tx.deleteFrom('send_runnable').where('company_id', '=', companyId).where('send_id', '=', sendId).execute();
}
