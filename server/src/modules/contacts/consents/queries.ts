import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { consentBases } from '@escuta/contract/consents';
import type { ConsentBasis, SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import { hashValues } from '../stops/addresses-of.ts';

interface OfContact {
  readonly companyId: CompanyId;
  readonly contactId: ContactId;
}

export type ConsentRow = Awaited<ReturnType<typeof walkConsentRows>>[number];

/** The next entries of the history of a contact, newest first. */
export function walkConsentRows(
  tx: Transaction,
  { companyId, contactId, after, limit }: OfContact & { after?: TimeKey | undefined; limit: number },
) {
  return tx
    .selectFrom('contact_consents')
    .selectAll()
    .select(timeKey('at', 'id').as('key'))
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where(isBehind(after, 'at', 'id'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The whole history of a contact, oldest first, as it is told to the person themselves. */
export function collectConsents(tx: Transaction, { companyId, contactId }: OfContact) {
  return tx
    .selectFrom('contact_consents')
    .select(['at', 'channel', 'purpose', 'status', 'basis', 'source', 'text_version', 'ip', 'recorded_by_name'])
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The bases on which contacts of some units have ever agreed to be written to, in the order of the contract. */
export async function findConsentBases(
  tx: Transaction,
  { companyId, businessUnitIds }: { companyId: CompanyId; businessUnitIds: readonly BusinessUnitId[] },
): Promise<ConsentBasis[]> {
  const rows = await tx
    .selectFrom('contact_consents')
    .select('basis')
    .distinct()
    .where('company_id', '=', companyId)
    .where('business_unit_id', 'in', [...businessUnitIds])
    .where('status', '=', 'granted')
    .execute();
  return consentBases.filter((basis) => rows.some((row) => row.basis === basis));
}

interface Stop {
  readonly channel: SendChannel;
  readonly reason: SuppressionReason;
  readonly at: Date;
}

/** What stands in the way of each channel that could reach a contact today; a channel without a row is open or has no address. */
export async function findStops(tx: Transaction, { companyId, contactId }: OfContact): Promise<Stop[]> {
  const found = await findStopsOf(tx, { companyId, contactIds: [contactId] });
  return found.map(({ contactId: _theOne, ...stop }) => stop);
}

/** The same of several contacts, in one statement. */
export async function findStopsOf(
  tx: Transaction,
  { companyId, contactIds }: { readonly companyId: CompanyId; readonly contactIds: readonly ContactId[] },
): Promise<(Stop & { readonly contactId: ContactId })[]> {
  if (contactIds.length === 0) return [];
  const { rows } = await sql<Stop & { contactId: ContactId }>`
    SELECT contacts.id AS "contactId", suppressions.channel, suppressions.reason, suppressions.created_at AS at
    FROM contacts
    CROSS JOIN LATERAL ${hashValues} AS reached (channel, hash)
    JOIN suppressions ON suppressions.company_id = ${companyId}
      AND suppressions.business_unit_id = contacts.business_unit_id
      AND suppressions.channel = reached.channel
      AND suppressions.address_hash = reached.hash
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${[...contactIds]}::uuid[])
    ORDER BY suppressions.created_at
  `.execute(tx);
  return rows;
}

/** A query for the last word of each contact on each channel: `contact_id, channel, status, basis, source, at, merge_id`. */
export function newestConsents(companyId: CompanyId, contactIds: readonly ContactId[]): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT ON (contact_id, channel) contact_id, channel, status, basis, source, at, merge_id FROM contact_consents
    WHERE company_id = ${companyId} AND contact_id = ANY(${[...contactIds]}::uuid[])
    ORDER BY contact_id, channel, at DESC, id DESC
  `;
}

/**
 * Takes out of the history of a contact what says who they are: where they pressed, and what somebody wrote beside it. That they
 * agreed, and when, stays. Returns how many rows were changed.
 */
export async function forgetInConsents(tx: Transaction, { companyId, contactId }: OfContact): Promise<number> {
  const { rows } = await sql`
    UPDATE contact_consents SET ip = NULL, text_version = NULL
    WHERE company_id = ${companyId} AND contact_id = ${contactId} AND (ip IS NOT NULL OR text_version IS NOT NULL)
    RETURNING id
  `.execute(tx);
  return rows.length;
}
