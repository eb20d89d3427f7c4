import type { CompanyId } from '@escuta/contract/ids';
import {
  findContact,
  findHolder,
  holdContacts,
  isUnsubscribed,
  liftSuppression,
  suppressContact,
  unsubscribeAddress,
} from '#modules/contacts/index.ts';
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
 * harmless. Says whether anything is known of whom it was written to.
 */
export async function unsubscribe(tx: Transaction, message: LinkedMessage, { ip, now }: Press): Promise<boolean> {
  const { companyId } = message;
  const item = await holdItem(tx, message);
  if (!item) return false;
  const { businessUnitId, channel, contactId, addressHash } = item;
  const written = addressHash && { businessUnitId, channel, addressHash };
  const suppressed = { companyId, reason: 'unsubscribed', ip, now, ...(written && { written }) } as const;
  if (contactId) await suppressContact(tx, { ...suppressed, contactId });
  else if (written) await unsubscribeAddress(tx, { companyId, ...written, now });
  return true;
}

/** Whether the address that a message was written to has been unsubscribed; undefined where nothing is known of it any more. */
export async function hasUnsubscribed(tx: Transaction, message: LinkedMessage): Promise<boolean | undefined> {
  const item = await findItem(tx, message);
  if (!item) return undefined;
  const { businessUnitId, channel, addressHash } = item;
  if (!addressHash) return false;
  return isUnsubscribed(tx, { companyId: message.companyId, businessUnitId, channel, addressHash });
}

/** Takes back what `unsubscribe` did: the messages come again. Doing it twice is harmless. Says what `unsubscribe` says. */
export async function resubscribe(tx: Transaction, message: LinkedMessage, { ip, now }: Press): Promise<boolean> {
  const { companyId } = message;
  const item = await holdItem(tx, message);
  if (!item) return false;
  const { businessUnitId, channel, contactId, addressHash } = item;
  const written = addressHash ? { channel, addressHash } : null;
  await liftSuppression(tx, { companyId, businessUnitId, written, contactId, ip, now });
  return true;
}

/** The same, whose contact is held until the transaction ends: looked up again where they were merged, or changed, meanwhile. */
async function holdItem(tx: Transaction, message: LinkedMessage) {
  let item = await findItem(tx, message);
  while (item?.contactId) {
    await holdContacts(tx, { companyId: message.companyId, contactIds: [item.contactId] });
    const now = await findItem(tx, message);
    if (now?.contactId === item.contactId) return now;
    item = now;
  }
  return item;
}

/**
 * The item of a message, with the hash of the address that it was written to. Whoever has that address now is the person behind the link,
 * as after the reversal of a merge; where nobody has, the contact that it was written to is. Undefined where neither is kept, as of who was erased.
 */
async function findItem(tx: Transaction, { companyId, itemsMonth, itemId }: LinkedMessage) {
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return undefined;
  const addressHash = await addressOfItem(tx, { companyId, itemsMonth, itemId });
  const { businessUnitId, contactId } = item;
  if (!addressHash) {
    const contact = contactId && (await findContact(tx, { companyId, businessUnitId, id: contactId }));
    return contact && contact.anonymized_at === null ? { ...item, addressHash } : undefined;
  }
  const holder = await findHolder(tx, { companyId, businessUnitId }, addressHash);
  return { ...item, contactId: holder ?? contactId, addressHash };
}
