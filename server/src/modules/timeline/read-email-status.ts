import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { EmailStatus } from '@escuta/contract/timeline';
import { findAddress, findStops } from '#modules/contacts/index.ts';
import { lastAnswerTo } from '#modules/responses/index.ts';
import { lastMessagesTo } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emailStatusOf } from './email-status.ts';

/** An answer is looked for behind so many of the last messages: who answers an older one still gets these. */
const messagesMax = 20;

/** What came of the messages to the e-mail that a contact has today: what came of one before it says nothing of this one. */
export async function readEmailStatus(
  tx: Transaction,
  contact: { companyId: CompanyId; businessUnitId: BusinessUnitId; contactId: ContactId },
  now: Date,
): Promise<EmailStatus | null> {
  const { address: email, addressHash } = await findAddress(tx, { ...contact, column: 'email' });
  if (email === null || addressHash === null) return null;
  const stops = await findStops(tx, contact);
  const bounce = stops.find(({ channel, reason }) => channel === 'email' && reason === 'bounced');
  const messages = await lastMessagesTo(tx, { ...contact, channel: 'email', addressHash, limit: messagesMax });
  const answeredAt = await lastAnswerTo(tx, { ...contact, itemIds: messages.map(({ id }) => id) });
  const [lastMessage = null] = messages;
  return emailStatusOf({ email, bouncedAt: bounce?.at ?? null, lastMessage, answeredAt }, now);
}
