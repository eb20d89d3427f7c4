import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { MessageChannel } from '@escuta/contract/primitives';
import { addressFields } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { hashOf } from './address-hash.ts';
import { addConsent } from './consents/add-consent.ts';
import { findIdentities } from './merging/merge-rows.ts';

/** What a contact says themselves, by the link of a message. */
export const byContact = { basis: 'consent', source: 'contact' } as const;

/** The hashes of the addresses in a row of `contacts`, a row `(channel, hash)` for each channel, null where there is none. */
export const hashValues = sql`(VALUES ${sql.join(
  Object.entries(addressFields).map(([channel, field]) => sql`(${sql.lit(channel)}, ${hashOf(field)})`),
)})`;

/** A query for the addresses of a contact: `company_id, business_unit_id, channel, hash`, a row for each channel that reaches it. */
export function addressesOf(companyId: CompanyId, contactId: ContactId | null): RawBuilder<unknown> {
  return sql`
    SELECT contacts.company_id, contacts.business_unit_id, reached.channel, reached.hash
    FROM contacts
    CROSS JOIN LATERAL ${hashValues} AS reached (channel, hash)
    WHERE contacts.company_id = ${companyId} AND contacts.id = ${contactId} AND reached.hash IS NOT NULL
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

/**
 * What an INSERT into suppressions does where the address is suppressed already. The stricter word stays: what a merge stopped would
 * go with its reversal, so whoever says so by themselves makes it stay; a bounce says nothing of the person, who does not want
 * messages now; and what the person says themselves is noted beside any other reason. What is said by a merge alone changes nothing
 * of what stands there. An opt-out that only a merge brought is noted beside the reason of whoever speaks after it: with
 * `opted_out_at`, `merge_id` is the merge that this note goes with, without it the merge that the whole row goes with.
 */
export const keepStricter = sql`DO UPDATE SET
    reason = CASE WHEN ${isReplaced()} THEN excluded.reason ELSE suppressions.reason END,
    created_at = CASE WHEN ${isReplaced()} THEN excluded.created_at ELSE suppressions.created_at END,
    opted_out_at = CASE
      WHEN ${keepsMergedOptOut()} THEN coalesce(suppressions.opted_out_at, suppressions.created_at)
      WHEN excluded.reason = 'unsubscribed' AND NOT ${isReplaced()} THEN excluded.created_at
      ELSE suppressions.opted_out_at
    END,
    merge_id = CASE WHEN ${keepsMergedOptOut()} THEN suppressions.merge_id END
  WHERE ${isReplaced()}
    OR (excluded.merge_id IS NULL AND excluded.reason = 'unsubscribed' AND suppressions.reason <> 'unsubscribed'
      AND (suppressions.opted_out_at IS NULL OR suppressions.merge_id IS NOT NULL) AND suppressions.erased_at IS NULL)`;

function isReplaced(): RawBuilder<boolean> {
  return sql`(suppressions.erased_at IS NULL AND excluded.merge_id IS NULL
    AND ((suppressions.merge_id IS NOT NULL AND suppressions.opted_out_at IS NULL)
      OR (suppressions.reason = 'bounced' AND excluded.reason = 'manual')))`;
}

function keepsMergedOptOut(): RawBuilder<boolean> {
  return sql`(suppressions.merge_id IS NOT NULL AND excluded.reason <> 'unsubscribed'
    AND (suppressions.opted_out_at IS NOT NULL OR suppressions.reason IN ('unsubscribed', 'complained')))`;
}

interface SuppressedContact {
  readonly companyId: CompanyId;
  readonly contactId: ContactId;
  /** One channel; every one without it. */
  readonly channel?: MessageChannel;
  readonly reason: SuppressionReason;
  /** The address that the message was written to by which they say so, whether or not it is still theirs. */
  readonly written?: {
    readonly businessUnitId: BusinessUnitId;
    readonly channel: MessageChannel;
    readonly addressHash: Buffer;
  };
  /** Where they pressed who have unsubscribed themselves. */
  readonly ip?: string;
  readonly now: Date;
}

/**
 * Never again writes to the addresses of a contact in its unit, on any channel, whichever contact carries them later, nor to those
 * that a merge dropped, as long as it is not reversed. Doing it twice is harmless. What the contact asked for themselves enters the
 * history of their consent. Says whether there is such an address: a deleted contact has none.
 */
export async function suppressContact(tx: Transaction, suppressed: SuppressedContact): Promise<boolean> {
  const { companyId, contactId, channel, reason, written, ip, now } = suppressed;
  const formerIds = await findIdentities(tx, { companyId, contactId });
  const isAsked = channel === undefined ? sql`true` : sql`channel = ${channel}`;
  const { rows } = await sql<{ businessUnitId: BusinessUnitId; channel: MessageChannel; isNew: boolean }>`
    WITH address AS (
      SELECT company_id, business_unit_id, channel, hash FROM (${addressesOf(companyId, contactId)}) AS every_channel
      WHERE ${isAsked}
      ${written ? sql`UNION SELECT ${companyId}::uuid, ${written.businessUnitId}::uuid, ${written.channel}::text, ${written.addressHash}::bytea` : sql``}
    ), dropped AS (
      SELECT company_id, business_unit_id, channel, hash, min(merge_id::text)::uuid AS merge_id
      FROM (${formerAddressesOf(companyId, formerIds)}) AS former
      WHERE ${isAsked}
        AND NOT EXISTS (SELECT FROM address WHERE address.channel = former.channel AND address.hash = former.hash)
      GROUP BY company_id, business_unit_id, channel, hash
    ), added AS (
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, merge_id)
      SELECT company_id, business_unit_id, channel, hash, ${reason}::text, ${now}::timestamptz, NULL::uuid FROM address
      UNION ALL
      SELECT company_id, business_unit_id, channel, hash, ${reason}::text, ${now}::timestamptz, merge_id FROM dropped
      ON CONFLICT (company_id, business_unit_id, channel, address_hash)
      ${keepStricter}
      RETURNING channel, address_hash
    )
    SELECT business_unit_id AS "businessUnitId", channel, bool_or(EXISTS (
      SELECT FROM added WHERE added.channel = address.channel AND added.address_hash = address.hash
    )) AS "isNew"
    FROM address
    GROUP BY business_unit_id, channel
  `.execute(tx);
  if (reason === 'unsubscribed')
    for (const { businessUnitId, channel: stopped } of rows.filter(({ isNew }) => isNew))
      await addConsent(tx, {
        ...byContact,
        companyId,
        businessUnitId,
        contactId,
        channel: stopped,
        status: 'withdrawn',
        ip,
        now,
      });
  return rows.length > 0;
}

/** Says whether somebody has unsubscribed an address of a channel, known by its hash, in a unit. */
export async function isUnsubscribed(
  tx: Transaction,
  given: { companyId: CompanyId; businessUnitId: BusinessUnitId; channel: MessageChannel; addressHash: Buffer },
): Promise<boolean> {
  const found = await tx
    .selectFrom('suppressions')
    .select('reason')
    .where('company_id', '=', given.companyId)
    .where('business_unit_id', '=', given.businessUnitId)
    .where('channel', '=', given.channel)
    .where('address_hash', '=', given.addressHash)
    .executeTakeFirst();
  return found?.reason === 'unsubscribed';
}

/** Never again writes to an address of a channel, known by its hash, in a unit. Doing it twice is harmless. */
export async function suppressAddress(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    channel,
    addressHash,
    reason,
    now,
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    channel: MessageChannel;
    addressHash: Buffer;
    reason: SuppressionReason;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
    VALUES (${companyId}, ${businessUnitId}, ${channel}, ${addressHash}, ${reason}, ${now})
    ON CONFLICT (company_id, business_unit_id, channel, address_hash)
    ${keepStricter}
  `.execute(tx);
}
