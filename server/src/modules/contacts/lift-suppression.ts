import type { MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from './consents/add-consent.ts';
import { addressesOf, byContact, formerAddressesOf } from './suppress-contact.ts';

interface Lifted {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** An address that a message was written to. */
  readonly written?: { readonly channel: MessageChannel; readonly addressHash: Buffer } | undefined;
  /** Whose present addresses count too. */
  readonly contactId: ContactId | null;
  /** Where they pressed. */
  readonly ip?: string;
  readonly now: Date;
}

/**
 * Writes again to somebody who had stopped the messages, and keeps on record that it was asked for, in the history of their consent
 * too. Only what they had stopped themselves is lifted: an address that bounced, or that the company stopped, stays out, and
 * is no more theirs to take back. With the address that was written to goes what was stopped with it, in the same moment, and nothing that
 * was stopped elsewhere: whoever reads an old mailbox says nothing of a new one, and an address that only a merge stopped was stopped by
 * no link of it. Doing it twice is harmless.
 */
export async function liftSuppression(
  tx: Transaction,
  { companyId, businessUnitId, written, contactId, ip, now }: Lifted,
): Promise<void> {
  const { rows } = await sql<{ channel: MessageChannel }>`
    WITH present AS (
      SELECT channel, hash FROM (${addressesOf(companyId, contactId)}) AS every_channel
    ), address (channel, hash) AS (
      SELECT ${written?.channel ?? null}::text, ${written?.addressHash ?? null}::bytea
      UNION
      SELECT channel, hash FROM present
      UNION
      SELECT channel, hash FROM (${formerAddressesOf(companyId, contactId === null ? [] : [contactId])}) AS former
    ), pressed AS (
      SELECT coalesce(opted_out_at, created_at) AS at FROM suppressions
      WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND channel = ${written?.channel ?? null}
        AND address_hash = ${written?.addressHash ?? null} AND merge_id IS NULL
    ), lifted AS (
      DELETE FROM suppressions
      USING address
      WHERE suppressions.company_id = ${companyId}
        AND suppressions.business_unit_id = ${businessUnitId}
        AND suppressions.channel = address.channel
        AND suppressions.address_hash = address.hash
        AND suppressions.reason = 'unsubscribed'
        AND suppressions.created_at IN (SELECT at FROM pressed)
      RETURNING suppressions.channel, suppressions.address_hash, suppressions.created_at
    ), taken_back AS (
      UPDATE suppressions SET opted_out_at = NULL, merge_id = NULL
      FROM address
      WHERE suppressions.company_id = ${companyId}
        AND suppressions.business_unit_id = ${businessUnitId}
        AND suppressions.channel = address.channel
        AND suppressions.address_hash = address.hash
        AND suppressions.opted_out_at IN (SELECT at FROM pressed)
      RETURNING suppressions.channel, suppressions.address_hash
    ), recorded AS (
      INSERT INTO lifted_suppressions (
        company_id, id, business_unit_id, channel, address_hash, suppressed_at, lifted_at
      )
      SELECT ${companyId}::uuid, gen_random_uuid(), ${businessUnitId}::uuid, channel, address_hash, created_at, ${now}::timestamptz
      FROM lifted
      RETURNING channel
    )
    SELECT DISTINCT present.channel
    FROM (SELECT channel, address_hash FROM lifted UNION ALL SELECT channel, address_hash FROM taken_back) AS done
    JOIN present ON present.channel = done.channel AND present.hash = done.address_hash
  `.execute(tx);
  if (contactId === null) return;
  for (const channel of new Set(rows.map((lifted) => lifted.channel)))
    await addConsent(tx, { ...byContact, companyId, businessUnitId, contactId, channel, status: 'granted', ip, now });
}
