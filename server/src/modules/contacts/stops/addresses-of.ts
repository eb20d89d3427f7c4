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
 * The same of the addresses that contacts, and those merged into them, had before that, with whose each was as `owner_id`; known for
 * thirty days.
 */
export function formerAddressesOf(
  companyId: CompanyId,
  contactIds: readonly ContactId[] | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const into = Array.isArray(contactIds) ? sql`${contactIds}::uuid[]` : contactIds;
  const reached = Object.entries(addressFields).map(
    ([channel, field]) => sql`(${sql.lit(channel)}, former.person ->> ${sql.lit(field)})`,
  );
  return sql`
    SELECT m.company_id, m.business_unit_id, reached.channel, address_hash(reached.address) AS hash, former.owner_id
    FROM contact_merges m
    CROSS JOIN LATERAL (VALUES (m.before -> 'kept', m.contact_id), (m.before -> 'absorbed', m.absorbed_id)) AS former (person, owner_id)
    CROSS JOIN LATERAL (VALUES ${sql.join(reached)}) AS reached (channel, address)
    WHERE m.company_id = ${companyId} AND m.contact_id = ANY(${into}) AND reached.address IS NOT NULL
  `;
}

/**
 * An SQL expression: the merge by which alone a contact has an address, known by its hash, or null. Both are expressions of the
 * statement.
 */
export function mergeThatBrought(
  companyId: CompanyId,
  { contactId, hash }: Readonly<Record<'contactId' | 'hash', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const has = (person: 'kept' | 'absorbed') =>
    sql`${hash} IN (${sql.join(
      Object.values(addressFields).map(
        (field) => sql`address_hash(m.before -> ${sql.lit(person)} ->> ${sql.lit(field)})`,
      ),
    )})`;
  return sql`(
    SELECT m.id FROM contact_merges m
    WHERE m.company_id = ${companyId} AND m.contact_id = ${contactId} AND m.undone_at IS NULL
      AND ${has('absorbed')} AND coalesce(NOT ${has('kept')}, true)
    ORDER BY m.merged_at
    LIMIT 1
  )`;
}
