import type { ContactId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { decideUpsert, hasAddress, newContact } from './upsert-decision.ts';
import type { IncomingContact, KnownContact, UpsertedRow, UpsertScope, UpsertValues } from './upsert-decision.ts';

/** What one row writes. */
export interface Write extends UpsertValues {
  readonly id: ContactId;
}

/** A change to a contact, with what it was found by before. */
export interface Change extends Write {
  readonly before: Pick<KnownContact, 'email' | 'tel' | 'external_id'>;
}

/** What a set of rows does: each contact is written at most once. */
export interface UpsertPlan {
  /** One for each row, in their order. */
  readonly outcomes: readonly UpsertedRow[];
  readonly created: readonly Write[];
  readonly changed: readonly Change[];
  /** The contacts that stay as they are, and that the import has met. */
  readonly met: readonly KnownContact[];
}

/** Plays the rows one after the other on the contacts that have their addresses. */
export function planUpserts(
  known: readonly KnownContact[],
  rows: readonly IncomingContact[],
  scope: UpsertScope,
): UpsertPlan {
  const contacts = addressBook(known);
  const outcomes: UpsertedRow[] = [];
  const created: Write[] = [];
  const changed: Change[] = [];
  const met: KnownContact[] = [];
  for (const row of rows) {
    const match = {
      byExternalId: contacts.find(externalKey(row)),
      byEmail: contacts.find(row.email),
      byTel: contacts.find(row.tel),
    };
    if (!match.byExternalId && !match.byEmail && !match.byTel && scope.mode !== 'update') {
      if (!hasAddress(row)) {
        outcomes.push({ outcome: 'no_address', hasTooManyTags: false });
        continue;
      }
      const write = { ...newContact(row), id: newId<ContactId>() };
      created.push(write);
      contacts.put({ ...write, companyName: write.company, isMet: true, customFields: {} });
      outcomes.push({ outcome: 'created', hasTooManyTags: false });
      continue;
    }
    const { outcome, target, values, hasTooManyTags = false, repeatedKey } = decideUpsert(row, match, scope);
    outcomes.push({ outcome, hasTooManyTags, repeatedKey });
    if (!target) continue;
    contacts.put(
      {
        ...target,
        ...values,
        tags: [...target.tags, ...values.tags],
        companyName: values.company ?? (values.clearsCompany ? null : target.companyName),
        isMet: true,
      },
      target,
    );
    if (outcome === 'unchanged') met.push(target);
    else changed.push({ ...values, id: target.id, before: target });
  }
  return { outcomes, created, changed, met };
}

/** The key of an external id among addresses, none of which holds a space. */
export function externalKey({ external_id: id }: Pick<KnownContact, 'external_id'>): string | null {
  return id ? `id ${id}` : null;
}

/** All that a contact is found by. */
export function keysOf(contact: Pick<KnownContact, 'email' | 'tel' | 'external_id'>): string[] {
  return [contact.email, contact.tel, externalKey(contact)].filter((key) => key !== null);
}

/** Contacts by their addresses and external ids. An e-mail holds an @ and a phone begins with +, so that they share one map. */
function addressBook(known: readonly KnownContact[]) {
  const contacts = new Map<string, KnownContact>();
  function put(contact: KnownContact, before?: KnownContact): void {
    for (const key of before ? keysOf(before) : []) contacts.delete(key);
    for (const key of keysOf(contact)) contacts.set(key, contact);
  }
  for (const contact of known) put(contact);
  return { put, find: (address: string | null) => (address === null ? undefined : contacts.get(address)) };
}
