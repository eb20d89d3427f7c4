import { isUnsubscribed, liftSuppression, suppressAddress, suppressContact } from '#modules/contacts/index.ts';
import { addressOfItem, findInvitedItems } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { InvitationLink } from './answer-link.ts';

/**
 * Stops the messages to the person behind an answer link: to the address that the message was written to, which the contact
 * may have changed since or taken along when it was deleted, and to those that the contact has now, on every channel. Doing it twice is
 * harmless.
 */
export async function unsubscribe(tx: Transaction, { company, source }: InvitationLink, now: Date): Promise<void> {
  const { companyId } = company;
  const { itemsMonth, itemId } = source;
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return;
  const suppressed = { companyId, reason: 'unsubscribed', now } as const;
  const addressHash = await addressOfItem(tx, { companyId, itemsMonth, itemId });
  const { businessUnitId, channel, contactId } = item;
  if (addressHash) await suppressAddress(tx, { ...suppressed, businessUnitId, channel, addressHash });
  if (contactId) await suppressContact(tx, { ...suppressed, contactId });
}

/** Whether the address that a link's message was written to has been unsubscribed. */
export async function hasUnsubscribed(tx: Transaction, { company, source }: InvitationLink): Promise<boolean> {
  const { companyId } = company;
  const { itemsMonth, itemId } = source;
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  const addressHash = item && (await addressOfItem(tx, { companyId, itemsMonth, itemId }));
  return addressHash ? isUnsubscribed(tx, { ...item, companyId, addressHash }) : false;
}

/** Takes back what `unsubscribe` did: the messages come again. Doing it twice is harmless. */
export async function resubscribe(tx: Transaction, { company, source }: InvitationLink, now: Date): Promise<void> {
  const { companyId } = company;
  const { itemsMonth, itemId } = source;
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return;
  const { businessUnitId, channel, contactId } = item;
  const addressHash = await addressOfItem(tx, { companyId, itemsMonth, itemId });
  const written = addressHash && { channel, addressHash };
  await liftSuppression(tx, { companyId, businessUnitId, written, contactId, now });
}
