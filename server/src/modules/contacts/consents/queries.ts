import { sql } from 'kysely';
import { consentBases } from '@escuta/contract/consents';
import type { ConsentBasis, SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import { addressesOf } from '../suppress-contact.ts';

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

/** What stands in the way of each channel that could reach a contact today; a channel without a row is open or has no address. */
export async function findStops(
  tx: Transaction,
  { companyId, contactId }: OfContact,
): Promise<{ channel: SendChannel; reason: SuppressionReason; at: Date }[]> {
  const { rows } = await sql<{ channel: SendChannel; reason: SuppressionReason; at: Date }>`
    SELECT suppressions.channel, suppressions.reason, suppressions.created_at AS at
    FROM (${addressesOf(companyId, contactId)}) AS address
    JOIN suppressions ON suppressions.company_id = ${companyId}
      AND suppressions.business_unit_id = address.business_unit_id
      AND suppressions.channel = address.channel
      AND suppressions.address_hash = address.hash
    ORDER BY suppressions.created_at
  `.execute(tx);
  return rows;
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
