import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { listBusinessUnits } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { leaveImports } from './contact-imports.ts';
import { forgetInConsents } from './consents/queries.ts';
import { erasedColumns } from './erased-contact.ts';
import { findIdentities } from './merging/merge-rows.ts';
import { addressesOf, formerAddressesOf } from './stops/addresses-of.ts';
import { addStops, removeStops } from './stops/stops.ts';

interface Erased {
  readonly companyId: CompanyId;
  readonly contactId: ContactId;
  readonly now: Date;
}

/**
 * Keeps the addresses of a contact, and of those merged into it, from being written to and from being imported again, on every
 * channel, in each unit of the company but those in which somebody else has them. Doing it twice is harmless: the first day stays.
 * @returns how many addresses those are, once for each channel.
 */
export async function suppressErased(tx: Transaction, { companyId, contactId, now }: Erased): Promise<number> {
  const formerIds = await findIdentities(tx, { companyId, contactId });
  const units = await listBusinessUnits(tx, companyId);
  const suppressed = await addStops(
    tx,
    companyId,
    sql`
      SELECT unit.id AS business_unit_id, channel, hash AS address_hash, NULL::uuid AS contact_id, gen_random_uuid() AS word_id,
        'erased' AS reason, ${now}::timestamptz AS at, NULL::uuid AS merge_id, false AS carried
      FROM (
        SELECT business_unit_id, channel, hash FROM (${addressesOf(companyId, [contactId])}) AS present
        UNION
        SELECT business_unit_id, channel, hash FROM (${formerAddressesOf(companyId, formerIds)}) AS former
      ) AS address
      CROSS JOIN unnest(${units.map(({ id }) => id)}::uuid[]) AS unit (id)
      WHERE unit.id = address.business_unit_id OR NOT EXISTS (
        SELECT FROM contacts c
        WHERE c.company_id = ${companyId} AND c.business_unit_id = unit.id AND (c.email_hash = hash OR c.tel_hash = hash)
      )
    `,
  );
  await forgetPerson(tx, companyId, formerIds);
  return new Set(suppressed.map(({ channel, addressHash }) => `${channel} ${addressHash!.toString('hex')}`)).size;
}

/**
 * Leaves of a contact its row, its scores and its dates, and nothing that says who it is. Its addresses are never written to and
 * never imported again.
 * @returns how many rows were changed or written.
 */
export async function anonymizeContact(
  tx: Transaction,
  { companyId, contactId, now }: Erased,
): Promise<{ contacts: number; contact_consents: number; suppressions: number }> {
  const suppressions = await suppressErased(tx, { companyId, contactId, now });
  const changed = await tx
    .updateTable('contacts')
    .set({ ...erasedColumns, anonymized_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .where('anonymized_at', 'is', null)
    .returning('id')
    .execute();
  await tx
    .deleteFrom('contact_import_changes')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .execute();
  await leaveLists(tx, companyId, contactId);
  const consents = await forgetInConsents(tx, { companyId, contactId });
  return { contacts: changed.length, contact_consents: consents, suppressions };
}

/**
 * Deletes a contact that nothing belongs to any more. An address that was suppressed stays so: a person's “no” outlives what
 * we know of them.
 */
export async function deleteContact(
  tx: Transaction,
  { companyId, contactId }: Omit<Erased, 'now'>,
): Promise<{ contacts: number; contact_consents: number }> {
  await leaveLists(tx, companyId, contactId);
  await leaveImports(tx, { companyId, contactId });
  await forgetPerson(tx, companyId, await findIdentities(tx, { companyId, contactId }));
  const deleted = await tx
    .deleteFrom('contacts')
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .returning('id')
    .execute();
  return { contacts: deleted.length, contact_consents: await forgetInConsents(tx, { companyId, contactId }) };
}

/**
 * What a contact has stopped holds for addresses that they are given; one who is gone is given none. Whose word it was at an address is not
 * known from then on.
 */
async function forgetPerson(tx: Transaction, companyId: CompanyId, contactIds: readonly ContactId[]): Promise<void> {
  const ids = sql`${[...contactIds]}::uuid[]`;
  await shareWords(tx, companyId, ids);
  await removeStops(tx, companyId, sql<boolean>`stops.contact_id = ANY(${ids})`);
}

/**
 * What one press stopped for several who had been merged is taken back at once, as long as they are one contact. Once they are gone, nobody
 * knows that they were: at whichever address the word of one stands, those of the others do.
 */
async function shareWords(tx: Transaction, companyId: CompanyId, ids: RawBuilder<unknown>): Promise<void> {
  await addStops(
    tx,
    companyId,
    sql`
      WITH own AS (
        SELECT DISTINCT word_id, reason, at FROM stops
        WHERE company_id = ${companyId} AND contact_id = ANY(${ids}) AND reason = 'unsubscribed' AND merge_id IS NULL
      )
      SELECT s.business_unit_id, s.channel, s.address_hash, NULL::uuid AS contact_id, own.word_id, s.reason, s.at, s.merge_id, true AS carried
      FROM own
      JOIN own AS other ON other.at = own.at AND other.word_id <> own.word_id
      JOIN stops s ON s.company_id = ${companyId} AND s.word_id = other.word_id AND s.address_hash IS NOT NULL
    `,
  );
}

/** That somebody was on a list says something of them, too. */
async function leaveLists(tx: Transaction, companyId: CompanyId, contactId: ContactId): Promise<void> {
  await tx
    .deleteFrom('segment_members')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .execute();
}
