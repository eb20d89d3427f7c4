import type { CompanyId, NotificationId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

interface Owner {
  readonly companyId: CompanyId;
  readonly userId: UserId;
}

/** Marks everything that a user was told in a company read. */
export async function markAllRead(tx: Transaction, { companyId, userId }: Owner, now: Date): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}

/** Marks one notification of a user read; one that is read already stays as it is. */
export async function markRead(
  tx: Transaction,
  { companyId, userId }: Owner,
  id: NotificationId,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set((row) => ({ read_at: row.fn.coalesce('read_at', row.val(now)) }))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('NOT_FOUND');
}
