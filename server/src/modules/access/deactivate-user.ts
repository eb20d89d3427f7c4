import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { revokeSessionsOf } from './session-store.ts';

/**
 * Shuts a user of a company out and ends every session of theirs, so that none comes back to life should the user be let
 * in again. In a transaction across companies.
 */
export async function deactivateUser(
  tx: Transaction,
  { companyId, userId }: { companyId: CompanyId; userId: UserId },
  now: Date,
): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set({ deactivated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!user) return;
  await revokeSessionsOf(tx, user.id, now);
}
