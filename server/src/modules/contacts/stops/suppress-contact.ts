import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { findIdentities } from '../merging/merge-rows.ts';
import { addressesOf, formerAddressesOf } from './addresses-of.ts';
import { addStops } from './stops.ts';
import type { HashedAddress } from './stops.ts';

/** What a contact says themselves, by the link of a message. */
export const byContact = { basis: 'consent', source: 'contact' } as const;

interface SuppressedContact {
  readonly companyId: CompanyId;
  readonly contactId: ContactId;
  /** One channel; every one without it. */
  readonly channel?: SendChannel;
  readonly reason: SuppressionReason;
  /** The address that the message was written to by which they say so, whether or not it is still theirs. */
  readonly written?: HashedAddress;
  /** Where they pressed who have unsubscribed themselves. */
  readonly ip?: string;
  readonly now: Date;
}

/**
 * Never again writes to a contact in its unit: to its addresses, whichever contact carries them later, to those that it is given, and to
 * those that a merge dropped, as long as it is not reversed. Doing it twice is harmless. What the contact asked for themselves enters the
 * history of their consent. Says whether there is such an address: a deleted contact has none.
 */
export async function suppressContact(tx: Transaction, suppressed: SuppressedContact): Promise<boolean> {
  const { companyId, contactId, channel, reason, written, ip, now } = suppressed;
  const channels: readonly SendChannel[] = channel ? [channel] : sendChannels;
  // Who is given another address meanwhile waits, and then finds that they stopped.
  const contact = await tx
    .selectFrom('contacts')
    .select('business_unit_id')
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .forUpdate()
    .executeTakeFirst();
  const reached = sql`
    SELECT business_unit_id, channel, hash AS address_hash, NULL::uuid AS contact_id, false AS is_written
    FROM (${addressesOf(companyId, [contactId])}) AS present WHERE channel = ANY(${[...channels]}::text[])
    UNION ALL
    SELECT business_unit_id, channel, NULL, id, false FROM contacts CROSS JOIN unnest(${[...channels]}::text[]) AS channel
    WHERE company_id = ${companyId} AND id = ${contactId}
    ${written ? sql`UNION ALL SELECT ${written.businessUnitId}::uuid, ${written.channel}::text, ${written.addressHash}::bytea, NULL, true` : sql``}`;
  const { rows } = await sql<{ channel: MessageChannel; isAddress: boolean; isSaid: boolean }>`
    SELECT reached.channel, reached.contact_id IS NULL AS "isAddress", EXISTS (
      SELECT FROM stops WHERE stops.company_id = ${companyId} AND stops.business_unit_id = reached.business_unit_id
        AND stops.channel = reached.channel AND stops.reason = ${reason} AND stops.merge_id IS NULL
        AND (stops.contact_id = reached.contact_id OR stops.address_hash = reached.address_hash)
        AND NOT (reached.is_written AND stops.carried)
    ) AS "isSaid"
    FROM (${reached}) AS reached
  `.execute(tx);
  const stopped = new Set(rows.filter(({ isAddress }) => isAddress).map((row) => row.channel));
  if (rows.every(({ isSaid }) => isSaid)) return stopped.size > 0;
  const formerIds = await findIdentities(tx, { companyId, contactId });
  await addStops(
    tx,
    companyId,
    sql`
      SELECT business_unit_id, channel, address_hash, contact_id, ${reason}::text AS reason, ${now}::timestamptz AS at,
        NULL::uuid AS merge_id, ${written !== undefined}::boolean AND contact_id IS NULL AND NOT is_written AS carried
      FROM (${reached}) AS reached
      UNION ALL
      SELECT business_unit_id, channel, hash, NULL, ${reason}::text, ${now}::timestamptz, merge_id, true
      FROM (${formerAddressesOf(companyId, formerIds)}) AS former
      WHERE channel = ANY(${[...channels]}::text[])
        AND NOT EXISTS (SELECT FROM (${reached}) AS own WHERE own.channel = former.channel AND own.address_hash = former.hash)
    `,
  );
  if (reason === 'unsubscribed' && contact)
    for (const withdrawn of stopped)
      await addConsent(tx, {
        ...byContact,
        companyId,
        businessUnitId: contact.business_unit_id,
        contactId,
        channel: withdrawn,
        status: 'withdrawn',
        ip,
        now,
      });
  return stopped.size > 0;
}

interface OfAddress extends HashedAddress {
  readonly companyId: CompanyId;
}

/** Says whether somebody has unsubscribed an address, by the link of a message; what came with a merge says nothing of that. */
export async function isUnsubscribed(
  tx: Transaction,
  { companyId, businessUnitId, channel, addressHash }: OfAddress,
): Promise<boolean> {
  const found = await tx
    .selectFrom('stops')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('channel', '=', channel)
    .where('address_hash', '=', addressHash)
    .where('reason', '=', 'unsubscribed')
    .where('merge_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Never again writes to an address that no contact has. Doing it twice is harmless. */
export async function suppressAddress(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    channel,
    addressHash,
    reason,
    now,
  }: OfAddress & { readonly reason: SuppressionReason; readonly now: Date },
): Promise<void> {
  await addStops(
    tx,
    companyId,
    sql`
      SELECT ${businessUnitId}::uuid AS business_unit_id, ${channel}::text AS channel, ${addressHash}::bytea AS address_hash,
        NULL::uuid AS contact_id, ${reason}::text AS reason, ${now}::timestamptz AS at, NULL::uuid AS merge_id, false AS carried
      WHERE NOT EXISTS (
        SELECT FROM stops WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND channel = ${channel}
          AND address_hash = ${addressHash} AND reason = ${reason} AND merge_id IS NULL AND NOT carried
      )
    `,
  );
}
