import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { emailLengthMax, emailPattern, shortEmailMax, shortEmailPattern } from '@escuta/contract/email-address';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { AddressField } from '@escuta/contract/sends';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { hashOf } from './address-hash.ts';
import { isChildWithoutConsent } from './consents/child-without-consent.ts';
import type { ChildAsked } from './consents/child-without-consent.ts';
import { matching } from './queries.ts';
import type { ContactFilter } from './queries.ts';

/** Why a contact cannot be written to over a channel. */
export type HoldReason =
  | 'address_missing'
  | 'address_invalid'
  | 'unsubscribed'
  | 'suppressed'
  | 'child_without_consent';

/** Which address of a contact a channel writes to, and which of these may go on its wire. */
export interface Addressing {
  /** As suppressions name the channel. */
  readonly channel: MessageChannel;
  readonly column: AddressField;
  /** An address of nobody, which the channel takes for one that it can reach. */
  readonly example: string;
  /** An SQL expression: whether an address, an expression of the same statement, is one that the channel can reach. */
  isSendable(address: RawBuilder<unknown>): RawBuilder<boolean>;
}

/** A person as a message addresses them. `address` is null when there is none any more. */
export interface Addressee {
  readonly id: ContactId;
  readonly name: string;
  readonly address: string | null;
  readonly addressHash: Buffer | null;
  readonly isChildWithoutConsent: boolean;
  /** Null where nobody asked for them. */
  readonly customFields: Readonly<Record<string, string>> | null;
}

/**
 * An SQL expression: whether an e-mail address is one that may go on the wire. The rule of the contract, for addresses that were
 * stored before it. The argument is an expression of that statement.
 */
export function isSendableEmail(address: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`CASE
    WHEN length(${address}) <= ${sql.lit(shortEmailMax)} THEN ${address} COLLATE "C" ~ ${shortEmailPattern.source}
    ELSE length(${address}) <= ${sql.lit(emailLengthMax)} AND ${address} COLLATE "C" ~ ${emailPattern.source}
  END`;
}

/**
 * The contacts that a filter describes, each with its address of a channel, the hash of it and, when the contact must be held
 * back, the reason: audiences are counted and planned from here. `today` is the day `YYYY-MM-DD` of the unit.
 */
export function addressees(
  tx: Transaction,
  filter: ContactFilter,
  { channel, column, isSendable }: Addressing,
  today: string,
) {
  const { companyId, businessUnitId } = filter;
  const address = sql.ref<string | null>(`contacts.${column}`);
  return matching(tx, filter)
    .leftJoin('suppressions', (join) =>
      join
        .onRef('suppressions.company_id', '=', 'contacts.company_id')
        .onRef('suppressions.business_unit_id', '=', 'contacts.business_unit_id')
        .on('suppressions.channel', '=', channel)
        .on(sql<boolean>`suppressions.address_hash = ${hashOf(column)}`),
    )
    .select([
      'contacts.id as contact_id',
      'contacts.last_answered_at',
      address.as('address'),
      hashOf(column).as('address_hash'),
      sql<HoldReason | null>`CASE
        WHEN ${address} IS NULL THEN 'address_missing'
        WHEN NOT ${isSendable(address)} THEN 'address_invalid'
        WHEN suppressions.reason = 'unsubscribed' THEN 'unsubscribed'
        WHEN suppressions.reason IS NOT NULL THEN 'suppressed'
        WHEN ${isChildWithoutConsent({ companyId, businessUnitId, channel, today })} THEN 'child_without_consent'
      END`.as('held_back'),
    ]);
}

/**
 * An SQL expression: why an address is suppressed, or null. For the statement that must not miss an unsubscription
 * that came a moment ago. The arguments are expressions of that statement.
 */
export function suppressionOf(key: {
  companyId: CompanyId;
  businessUnitId: RawBuilder<unknown>;
  channel: RawBuilder<unknown>;
  addressHash: RawBuilder<unknown>;
}): RawBuilder<HoldReason | null> {
  return sql`(
    SELECT CASE suppressions.reason WHEN 'unsubscribed' THEN 'unsubscribed' ELSE 'suppressed' END
    FROM suppressions
    WHERE suppressions.company_id = ${key.companyId}
      AND suppressions.business_unit_id = ${key.businessUnitId}
      AND suppressions.channel = ${key.channel}
      AND suppressions.address_hash = ${key.addressHash}
  )`;
}

interface AddresseesAsked extends ChildAsked {
  readonly contactIds: readonly ContactId[];
  readonly column: Addressing['column'];
  /** Whether the messages name custom fields. */
  readonly isWithFields: boolean;
}

/** The people behind contact ids with their address of a channel, in no particular order; deleted ones are left out. */
export async function findAddressees(
  tx: Transaction,
  { contactIds, column, isWithFields, ...asked }: AddresseesAsked,
): Promise<Addressee[]> {
  if (contactIds.length === 0) return [];
  const { rows } = await sql<Addressee>`
    SELECT contact.id, contact.name, contact.address, contact.hash AS "addressHash",
      contact.is_child AS "isChildWithoutConsent", contact.custom_fields AS "customFields"
    FROM unnest(${contactIds}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT id, name, ${sql.ref(column)} AS address, ${hashOf(column)} AS hash, ${isChildWithoutConsent(asked)} AS is_child,
        ${isWithFields ? sql.ref('custom_fields') : sql`NULL::jsonb`} AS custom_fields
      FROM contacts
      WHERE company_id = ${asked.companyId} AND contacts.id = wanted.id ${ledLookUp}
    ) AS contact
  `.execute(tx);
  return rows;
}

/** The address that a contact has on a channel, and its hash; both null where there is none, or no contact. */
export async function findAddress(
  tx: Transaction,
  { companyId, contactId, column }: { companyId: CompanyId; contactId: ContactId; column: Addressing['column'] },
): Promise<Pick<Addressee, 'address' | 'addressHash'>> {
  const found = await tx
    .selectFrom('contacts')
    .select([`${column} as address`, hashOf(column).as('addressHash')])
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  return found ?? { address: null, addressHash: null };
}
