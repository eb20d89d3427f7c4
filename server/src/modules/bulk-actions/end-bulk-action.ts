import type { Transaction } from '#platform/db/database.ts';
import type { Named } from './queries.ts';

/** Ends an action that runs, and forgets whom it had not reached; undefined for one that is over. */
export async function endBulkAction(
  tx: Transaction,
  { companyId, bulkActionId }: Named,
  { status, now }: { status: 'cancelled' | 'error'; now: Date },
): Promise<{ total: number; done: number } | undefined> {
  const ended = await tx
    .updateTable('bulk_actions')
    .set({ status, ended_at: now, moved_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', bulkActionId)
    .where('status', '=', 'running')
    .returning(['total', 'done'])
    .executeTakeFirst();
  if (!ended) return undefined;
  await tx
    .deleteFrom('bulk_action_contacts')
    .where('company_id', '=', companyId)
    .where('bulk_action_id', '=', bulkActionId)
    .where('changed_at', 'is', null)
    .execute();
  return ended;
}
