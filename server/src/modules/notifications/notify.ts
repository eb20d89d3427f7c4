import { NotificationContent } from '@escuta/contract/notifications';
import type { CompanyId, NotificationId, UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';

/** Tells a user something about one thing of a company, once however often this is called. */
export async function notify(
  tx: Transaction,
  { companyId, userId, subjectId }: { companyId: CompanyId; userId: UserId; subjectId: string },
  content: NotificationContent,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({
      company_id: companyId,
      user_id: userId,
      id: newId<NotificationId>(),
      kind: content.kind,
      subject_id: subjectId,
      content: JSON.stringify(NotificationContent.parse(content)),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'kind', 'subject_id']).doNothing())
    .execute();
}
