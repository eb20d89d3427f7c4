import type { SystemNoticeId, UserId } from '@escuta/contract/ids';
import type { SystemNotice, SystemNoticeForm } from '@escuta/contract/system-notices';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/** Tells everybody something, from an instant to another. In a transaction across companies. */
export async function createNotice(
  tx: Transaction,
  userId: UserId,
  form: SystemNoticeForm,
  now: Date,
): Promise<SystemNotice> {
  const [from, until] = [new Date(form.from), new Date(form.until)];
  if (until <= from || until <= now) throw refuse('NOTICE_ENDS_BEFORE');
  const _id = newId<SystemNoticeId>();
  await tx
    .insertInto('system_notices')
    .values({
      id: _id,
      severity: form.severity,
      text: JSON.stringify(form.text),
      shown_from: from,
      shown_until: until,
      created_by: userId,
      created_at: now,
    })
    .execute();
  return { _id, ...form };
}
