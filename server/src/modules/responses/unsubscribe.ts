import type { CompanyId } from '@escuta/contract/ids';
import { isUnsubscribed, liftSuppression, suppressAddress, suppressContact } from '#modules/contacts/index.ts';
import { addressOfItem, findInvitedItems } from '#modules/sends/index.ts';
import type { ItemKey } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';

/** The message behind an answer link. */
export interface LinkedMessage extends ItemKey {
  readonly companyId: CompanyId;
}

/** A press of the page's button, or of the mail program's. */
interface Press {
  readonly ip: string;
  readonly now: Date;
}

/**
 * Stops the messages to the person behind an answer link: to the address that the message was written to, which the contact
 * may have changed since or taken along when it was deleted, and to those that the contact has now, on every channel. Doing it twice is
 * harmless.
 */
export async function unsubscribe(tx: Transaction, message: LinkedMessage, { ip, now }: Press): Promise<void> {
  const { companyId } = message;
  const item = await findItem(tx, message);
  if (!item) return;
  const { businessUnitId, channel, contactId, addressHash } = item;
  const suppressed = { companyId, reason: 'unsubscribed', now } as const;
  // The contact's own first: what is new of it enters the history of their consent.
  if (contactId) await suppressContact(tx, { ...suppressed, contactId, ip });
  if (addressHash) await suppressAddress(tx, { ...suppressed, businessUnitId, channel, addressHash });
}

/** Whether the address that a message was written to has been unsubscribed. */
export async function hasUnsubscribed(tx: Transaction, message: LinkedMessage): Promise<boolean> {
  const item = await findItem(tx, message);
  if (!item?.addressHash) return false;
  const { businessUnitId, channel, addressHash } = item;
  return isUnsubscribed(tx, { companyId: message.companyId, businessUnitId, channel, addressHash });
}

/** Takes back what `unsubscribe` did: the messages come again. Doing it twice is harmless. */
export async function resubscribe(tx: Transaction, message: LinkedMessage, { ip, now }: Press): Promise<void> {
  const { companyId } = message;
  const item = await findItem(tx, message);
  if (!item) return;
  const { businessUnitId, channel, contactId, addressHash } = item;
  const written = addressHash && { channel, addressHash };
  await liftSuppression(tx, { companyId, businessUnitId, written, contactId, ip, now });
}

/** The item of a message, with the hash of the address that it was written to. */
async function findItem(tx: Transaction, { companyId, itemsMonth, itemId }: LinkedMessage) {
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  return item && { ...item, addressHash: await addressOfItem(tx, { companyId, itemsMonth, itemId }) };
}
