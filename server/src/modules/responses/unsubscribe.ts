import { suppressContact } from '#modules/contacts/index.ts';
import { findInvitedItems } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Link } from './find-invitation.ts';

/**
 * Stops the messages to the person behind an answer link. Doing it twice is harmless, and a contact that was deleted
 * meanwhile receives nothing anyway.
 */
export async function unsubscribe(tx: Transaction, { company, itemsMonth, itemId }: Link, now: Date): Promise<void> {
  const { companyId } = company;
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (item?.contactId) await suppressContact(tx, { companyId, contactId: item.contactId, reason: 'unsubscribed', now });
}
