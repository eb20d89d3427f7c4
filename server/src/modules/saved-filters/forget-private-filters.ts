import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Deletes what somebody who left kept for themselves, in all units. What they shared stays: others work by it. */
export async function forgetPrivateFilters(tx: Transaction, companyId: CompanyId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('saved_filters')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('shared', '=', false)
    .execute();
}
