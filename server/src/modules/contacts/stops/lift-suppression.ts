import type { MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { findIdentities } from '../merging/merge-rows.ts';
import { addressesOf, formerAddressesOf, hashValues } from './addresses-of.ts';
import { findPressed, ownReasons, removeStops } from './stops.ts';
import type { StopRow } from './stops.ts';
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
  const unsubscribed = sql`reason = 'unsubscribed' AND at = ANY(${moments}::timestamptz[])`;
  // Looked up first: as a condition of the removal, the planner may read all stops of the company for it.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM stops
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND contact_id = ANY(${contactIds}::uuid[])
      AND ${unsubscribed}
    UNION
    SELECT s.id FROM (
      SELECT ${written.channel}::text AS channel, ${written.addressHash}::bytea AS hash
      UNION
      SELECT channel, hash FROM (${addressesOf(companyId, contactIds)}) AS present
      UNION
      SELECT channel, hash FROM (${formerAddressesOf(companyId, contactIds)}) AS former
    ) AS address
    CROSS JOIN LATERAL (
      SELECT id FROM stops
      WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND channel = address.channel
        AND address_hash = address.hash AND ${unsubscribed}
    ) AS s
  `.execute(tx);
  const lifted = await removeStops(tx, companyId, sql<boolean>`stops.id = ANY(${rows.map(({ id }) => id)}::uuid[])`);
  await sql`
    INSERT INTO lifted_suppressions (company_id, id, business_unit_id, channel, address_hash, suppressed_at, lifted_at)
    SELECT ${companyId}::uuid, gen_random_uuid(), ${businessUnitId}::uuid, channel, address_hash, min(at), ${now}::timestamptz
    FROM (${asRows(lifted)}) AS lifted
    WHERE address_hash IS NOT NULL
    GROUP BY channel, address_hash
    ON CONFLICT DO NOTHING
  `.execute(tx);
  const granted = { ...byContact, companyId, businessUnitId, status: 'granted', ip, now } as const;
  for (const { id, channel } of await findOpened(tx, { companyId, contactIds, lifted }))
    await addConsent(tx, { ...granted, contactId: id, channel });
}

/** Stops as a query of `channel, address_hash, at`. */
function asRows(stops: readonly StopRow[]): RawBuilder<unknown> {
  return sql`
    SELECT * FROM unnest(
      ${stops.map(({ channel }) => channel)}::text[], ${stops.map(({ addressHash }) => addressHash)}::bytea[],
      ${stops.map(({ at }) => at)}::timestamptz[]
    ) AS stop (channel, address_hash, at)`;
}

/** On which channels contacts are written to again, of whom or of whose addresses stops were lifted. */
async function findOpened(
  tx: Transaction,
  {
    companyId,
    contactIds,
    lifted,
  }: { companyId: CompanyId; contactIds: readonly ContactId[]; lifted: readonly StopRow[] },
): Promise<readonly { readonly id: ContactId; readonly channel: MessageChannel }[]> {
  const ids = sql`${[...contactIds]}::uuid[]`;
  const { rows } = await sql<{ id: ContactId; channel: MessageChannel }>`
    SELECT done.id, done.channel
    FROM (
      SELECT contacts.id, reached.channel
      FROM contacts
      CROSS JOIN LATERAL ${hashValues} AS reached (channel, hash)
      JOIN (${asRows(lifted)}) AS lifted ON lifted.channel = reached.channel AND lifted.address_hash = reached.hash
      WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids})
      UNION
      SELECT contacts.id, said.channel
      FROM contacts
      JOIN contact_consents said ON said.company_id = ${companyId} AND said.contact_id = contacts.id
      WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids})
        AND said.source = 'contact' AND said.status = 'withdrawn' AND said.at = ANY(${lifted.map(({ at }) => at)}::timestamptz[])
    ) AS done
    -- They stopped it by another link, too.
    WHERE NOT EXISTS (
      SELECT FROM stops WHERE company_id = ${companyId} AND contact_id = done.id AND address_hash IS NULL AND channel = done.channel
        AND reason IN ${ownReasons} AND merge_id IS NULL
    )
    ORDER BY done.id, done.channel
  `.execute(tx);
  return rows;
}
