import { sql } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { particularNames } from '@escuta/contract/contact-particulars';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { collectConsents, findStops } from './consents/queries.ts';
import { findIdentities, keptOfMerged } from './merging/merge-rows.ts';
import { listsWith } from './segments/queries.ts';
import { addressesOf } from './stops/addresses-of.ts';

interface Key {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
}

/**
 * All that is kept of a contact, sensitive fields and the lists that it is on too: it is their own. With what they said about being written to: every
 * consent, the addresses that are suppressed, and those that were. Undefined where the unit has no such contact.
 */
export async function collectContact(tx: Transaction, { companyId, businessUnitId, contactId }: Key) {
  const contact = await tx
    .selectFrom('contacts')
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select([
      ...contactFieldNames.map((field) => `contacts.${field}` as const),
      ...particularNames.map((name) => `contacts.${name}` as const),
      'contacts.custom_fields',
      'contacts.source',
      'contacts.created_at',
      'contacts.updated_at',
      'contacts.last_sent_at',
      'contacts.last_answered_at',
      'contact_companies.name as works_for',
    ])
    .where('contacts.company_id', '=', companyId)
    .where('contacts.business_unit_id', '=', businessUnitId)
    .where('contacts.id', '=', contactId)
    .executeTakeFirst();
  if (!contact) return undefined;
  const suppressions = await findStops(tx, { companyId, contactId });
  const { rows: lifted } = await sql<{ channel: string; suppressed_at: Date; lifted_at: Date }>`
    SELECT l.channel, l.suppressed_at, l.lifted_at
    FROM lifted_suppressions l JOIN (${addressesOf(companyId, [contactId])}) AS address
      ON address.channel = l.channel AND address.hash = l.address_hash
    WHERE l.company_id = ${companyId} AND l.business_unit_id = ${businessUnitId}
    ORDER BY l.lifted_at
  `.execute(tx);
  const contactIds = await findIdentities(tx, { companyId, contactId });
  const merged = await keptOfMerged(tx, { companyId, contactIds });
  return {
    contact: { ...contact, lists: await listsWith(tx, { companyId, contactId }) },
    merged: merged.map(toMerged),
    consents: await collectConsents(tx, { companyId, contactId }),
    suppressions,
    lifted,
  };
}

/** What the company held before contacts were merged, by the names of its columns without those of ids. */
function toMerged({ merged_at, person }: Awaited<ReturnType<typeof keptOfMerged>>[number]) {
  const said = [...contactFieldNames, ...particularNames, 'custom_fields'].map((name) => [name, person[name]] as const);
  return { merged_at, ...Object.fromEntries(said) };
}
