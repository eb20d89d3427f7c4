import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { addressFields } from '@escuta/contract/sends';
import { hashOf } from '../address-hash.ts';

/** The hashes of the addresses in a row of `contacts`, a row `(channel, hash)` for each channel, null where there is none. */
export const hashValues = sql`(VALUES ${sql.join(
  Object.entries(addressFields).map(([channel, field]) => sql`(${sql.lit(channel)}, ${hashOf(field)})`),
)})`;

/** A query for the addresses of contacts: `company_id, business_unit_id, channel, hash`, a row for each channel that reaches one. */
export function addressesOf(companyId: CompanyId, contactIds: readonly ContactId[]): RawBuilder<unknown> {
  return sql`
    SELECT contacts.company_id, contacts.business_unit_id, reached.channel, reached.hash
    FROM contacts
    CROSS JOIN LATERAL ${hashValues} AS reached (channel, hash)
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${[...contactIds]}::uuid[]) AND reached.hash IS NOT NULL
  `;
}

/**
 * The same of the addresses that contacts, and those merged into them, had before that, with the merge of each as `merge_id`; known for
 * thirty days.
 */
export function formerAddressesOf(companyId: CompanyId, contactIds: readonly ContactId[]): RawBuilder<unknown> {
  const reached = Object.entries(addressFields).map(
    ([channel, field]) => sql`(${sql.lit(channel)}, former.person ->> ${sql.lit(field)})`,
  );
  return sql`
    SELECT m.company_id, m.business_unit_id, reached.channel, address_hash(reached.address) AS hash, m.id AS merge_id
    FROM contact_merges m
    CROSS JOIN LATERAL (VALUES (m.before -> 'kept'), (m.before -> 'absorbed')) AS former (person)
    CROSS JOIN LATERAL (VALUES ${sql.join(reached)}) AS reached (channel, address)
    WHERE m.company_id = ${companyId} AND m.contact_id = ANY(${[...contactIds]}::uuid[]) AND reached.address IS NOT NULL
  `;
}
