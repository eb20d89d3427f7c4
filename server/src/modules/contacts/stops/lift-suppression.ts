import type { MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { findIdentities } from '../merging/merge-rows.ts';
import { addressesOf, formerAddressesOf } from './addresses-of.ts';
import { findPressed, ownReasons, removeStops } from './stops.ts';
import { byContact } from './suppress-contact.ts';

interface Lifted {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** The address that a message was written to; null where nothing is known of it any more. */
  readonly written: { readonly channel: MessageChannel; readonly addressHash: Buffer } | null;
  /** Whose addresses count too, and whom the caller holds. */
  readonly contactId: ContactId | null;
  /** Where they pressed. */
  readonly ip?: string;
  readonly now: Date;
}

/**
 * Writes again to somebody who had stopped the messages, and keeps on record that it was asked for, in the history of their consent
 * too. Only what they had stopped themselves is lifted: an address that bounced, or that the company stopped, stays out. With the
 * address that was written to goes what was stopped with it, in the same moment, and nothing that was stopped elsewhere: whoever reads
 * an old mailbox says nothing of a new one, and what came to an address with a merge alone was stopped by no link of it. Doing it twice
 * is harmless.
 */
export async function liftSuppression(
  tx: Transaction,
  { companyId, businessUnitId, written, contactId, ip, now }: Lifted,
): Promise<void> {
  if (!written) return;
  const pressed = await findPressed(tx, { companyId, businessUnitId, ...written });
  if (pressed.length === 0) return;
  const known = [contactId, ...pressed.map((stop) => stop.contactId)].filter((id) => id !== null);
  const identities = [...new Set(known)].map((id) => findIdentities(tx, { companyId, contactId: id }));
  const contactIds = (await Promise.all(identities)).flat();
  const moments = pressed.map(({ at }) => at);
  const lifted = await removeStops(
    tx,
    companyId,
    sql<boolean>`stops.business_unit_id = ${businessUnitId} AND stops.reason = 'unsubscribed' AND stops.at = ANY(${moments}::timestamptz[])
      AND stops.id IN (
        SELECT id FROM stops WHERE company_id = ${companyId} AND contact_id = ANY(${contactIds}::uuid[])
        UNION ALL
        SELECT s.id FROM (
          SELECT ${written.channel}::text AS channel, ${written.addressHash}::bytea AS hash
          UNION
          SELECT channel, hash FROM (${addressesOf(companyId, contactIds)}) AS present
          UNION
          SELECT channel, hash FROM (${formerAddressesOf(companyId, contactIds)}) AS former
        ) AS address
        JOIN stops s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
          AND s.channel = address.channel AND s.address_hash = address.hash
      )`,
  );
  const { rows } = await sql<{ channel: MessageChannel }>`
    WITH lifted AS (
      SELECT channel, address_hash, min(at) AS at
      FROM unnest(
        ${lifted.map(({ channel }) => channel)}::text[], ${lifted.map(({ addressHash }) => addressHash)}::bytea[],
        ${lifted.map(({ at }) => at)}::timestamptz[]
      ) AS row (channel, address_hash, at)
      WHERE address_hash IS NOT NULL
      GROUP BY channel, address_hash
    ), recorded AS (
      INSERT INTO lifted_suppressions (company_id, id, business_unit_id, channel, address_hash, suppressed_at, lifted_at)
      SELECT ${companyId}::uuid, gen_random_uuid(), ${businessUnitId}::uuid, channel, address_hash, at, ${now}::timestamptz
      FROM lifted
      RETURNING channel
    )
    SELECT done.channel
    FROM (
      SELECT present.channel
      FROM lifted JOIN (${addressesOf(companyId, contactId === null ? [] : [contactId])}) AS present
        ON present.channel = lifted.channel AND present.hash = lifted.address_hash
      UNION
      SELECT channel FROM contact_consents
      WHERE company_id = ${companyId} AND contact_id = ${contactId} AND source = 'contact' AND status = 'withdrawn'
        AND at = ANY(${lifted.map(({ at }) => at)}::timestamptz[])
    ) AS done
    -- They stopped it by another link, too.
    WHERE NOT EXISTS (
      SELECT FROM stops WHERE company_id = ${companyId} AND contact_id = ${contactId} AND address_hash IS NULL AND channel = done.channel
        AND reason IN ${ownReasons} AND merge_id IS NULL
    )
  `.execute(tx);
  if (contactId === null) return;
  for (const { channel } of rows)
    await addConsent(tx, { ...byContact, companyId, businessUnitId, contactId, channel, status: 'granted', ip, now });
}
