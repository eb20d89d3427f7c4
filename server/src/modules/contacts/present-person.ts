import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { can } from '@escuta/contract/access-policy';
import type { Capability, Role } from '@escuta/contract/access-policy';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { maskEmail, maskName, maskPhone } from './contact.ts';

export interface PersonRow {
  readonly id: ContactId;
  readonly name: string;
  readonly email: string | null;
  readonly tel: string | null;
  readonly isAnonymized: boolean;
}

/** The people behind contact ids, in no particular order; deleted ones are left out. */
export async function findPeople(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<PersonRow[]> {
  if (contactIds.length === 0) return [];
  const { rows } = await sql<PersonRow>`
    SELECT contact.id, contact.name, contact.email, contact.tel, contact.anonymized_at IS NOT NULL AS "isAnonymized"
    FROM unnest(${contactIds}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (${personOf(companyId, 'wanted.id')}) AS contact
  `.execute(tx);
  return rows;
}

/** For a statement, after LATERAL: the person behind a contact id, by the name of its column; no row for a deleted one. */
export function personOf(companyId: CompanyId, contactId: string): RawBuilder<unknown> {
  return sql`
    SELECT id, name, email, tel, anonymized_at
    FROM contacts
    WHERE company_id = ${companyId} AND contacts.id = ${sql.ref(contactId)} ${ledLookUp}`;
}

/** A person as a list beside something else shows them, masked for a role that does not hold the capability. */
export function presentPerson(
  { id, name, email, tel, isAnonymized }: PersonRow,
  role: Role,
  capability: Capability = 'contacts.identify',
) {
  const shown = shownTo(role, capability);
  return {
    _id: id,
    name: shown.name(name),
    email: email === null ? null : shown.email(email),
    tel: tel === null ? null : shown.tel(tel),
    ...(isAnonymized ? ({ anonymized: true } as const) : {}),
  };
}

/** How what says who somebody is gets shown. */
export type ShownPerson = Readonly<Record<'name' | 'email' | 'tel', (text: string) => string>>;

/** As it is to a role that holds the capability, masked to the others. */
export function shownTo(role: Role, capability: Capability): ShownPerson {
  return can(role, capability) ? open : masked;
}

const asItIs = (text: string) => text;
const open: ShownPerson = { name: asItIs, email: asItIs, tel: asItIs };
const masked: ShownPerson = { name: maskName, email: maskEmail, tel: maskPhone };

/** An e-mail address or a phone number, masked for a role that may not identify people. */
export function presentAddress(address: string, role: Role): string {
  if (can(role, 'contacts.identify')) return address;
  return address.includes('@') ? maskEmail(address) : maskPhone(address);
}
