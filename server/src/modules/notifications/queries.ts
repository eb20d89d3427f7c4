import { notificationsMax } from '@escuta/contract/notifications';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Owner {
  readonly companyId: CompanyId;
  readonly userId: UserId;
}

/** The newest notifications of a user in a company. */
export function listNewest(tx: Transaction, { companyId, userId }: Owner) {
  return tx
    .selectFrom('notifications')
    .select(['id', 'content', 'created_at', 'read_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(notificationsMax)
    .execute();
}

/** How many of all notifications of a user in a company are unread. */
export async function countUnread(tx: Transaction, { companyId, userId }: Owner): Promise<number> {
  const { unread } = await tx
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}
