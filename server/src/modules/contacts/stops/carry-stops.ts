import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { addressFields } from '@escuta/contract/sends';
import type { AddressField } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { hashAddresses } from '../address-hash.ts';
import { mergeThatBrought } from './addresses-of.ts';
import { addStops, hasAuthor, laterMerge, ownReasons } from './stops.ts';

type Addresses = Readonly<Record<AddressField, string | null>>;

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** A contact whose addresses may have changed. */
interface Readdressed {
  readonly id: ContactId;
  readonly before: Addresses;
  readonly after: Addresses;
}

/**
 * Keeps shut what a person shut, where a contact is given another address of the channel, or none and another one later (decision 0071).
 * What the company stopped by itself, and a bounce, stay with the address that they were about. Who was erased and came in again is stopped
 * by the company wherever they go, until they agree.
 */
export async function carryStops(tx: Transaction, unit: Unit, changes: readonly Readdressed[]): Promise<void> {
  const changed = changes.flatMap(({ id, before, after }) =>
    Object.entries(addressFields)
      .filter(([, field]) => after[field] !== before[field])
      .map(([channel, field]) => ({ id, channel, left: before[field], given: after[field] })),
  );
  await moveStops(tx, unit, changed);
}

/** The same of a contact who comes back to addresses: what stands at them is the contact's, and what the contact said holds there. */
export async function returnStops(tx: Transaction, unit: Unit, { id, before, after }: Readdressed): Promise<void> {
  const each = Object.entries(addressFields);
  await moveStops(
    tx,
    unit,
    each.map(([channel, field]) => ({ id, channel, left: before[field], given: after[field] })),
  );
}

/** An address of a channel that a contact leaves, and one that they are given. */
interface Moved {
  readonly id: ContactId;
  readonly channel: string;
  readonly left: string | null;
  readonly given: string | null;
}

async function moveStops(tx: Transaction, unit: Unit, moved: readonly Moved[]): Promise<void> {
  const addresses = moved.flatMap(({ left, given }) => [left, given].filter((address) => address !== null));
  if (addresses.length === 0) return;
  // Values of the statements below: row-level security keeps a function out of the index.
  const hashes = await hashAddresses(tx, [...new Set(addresses)]);
  const at = (which: 'left' | 'given') =>
    moved.flatMap(({ [which]: address, ...of }) => (address === null ? [] : [{ ...of, hash: hashes.get(address)! }]));
  await keepStops(tx, unit, at('left'));
  await giveStops(tx, unit, at('given'));
}

interface Held {
  readonly id: ContactId;
  readonly channel: string;
  readonly hash: Buffer;
}

function asRows(held: readonly Held[]) {
  return sql`(
    SELECT * FROM unnest(
      ${held.map(({ id }) => id)}::uuid[], ${held.map(({ channel }) => channel)}::text[],
      ${held.map(({ hash }) => hash)}::bytea[]
    ) AS row (contact_id, channel, hash)
  ) AS held`;
}

/**
 * What the address alone told of that a person said there, as of somebody who is gone, is the contact's when they leave it; what
 * somebody said who is still a contact, also as part of another one, stays theirs.
 */
async function keepStops(tx: Transaction, { companyId, businessUnitId }: Unit, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  await addStops(
    tx,
    companyId,
    sql`
      SELECT s.business_unit_id, s.channel, NULL::bytea AS address_hash, held.contact_id, s.word_id,
        CASE s.reason WHEN 'erased' THEN 'manual' ELSE s.reason END AS reason, s.at, NULL::uuid AS merge_id, true AS carried
      FROM ${asRows(held)}
      JOIN stops s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
        AND s.channel = held.channel AND s.address_hash = held.hash AND (s.reason IN ${ownReasons} OR (s.reason = 'erased' AND NOT EXISTS (
          SELECT FROM contact_consents agreed
          WHERE agreed.company_id = ${companyId} AND agreed.contact_id = held.contact_id AND agreed.channel = s.channel
            AND agreed.status = 'granted' AND agreed.at >= s.at
        )))
      WHERE NOT ${hasAuthor(companyId)}
    `,
  );
}

/**
 * What a person has stopped is stopped at an address, as of the same moment: whoever takes it back takes back both. At one that they
 * have by a merge alone it goes with that merge.
 */
async function giveStops(tx: Transaction, { companyId, businessUnitId }: Unit, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  const brought = mergeThatBrought(companyId, { contactId: sql.ref('held.contact_id'), hash: sql.ref('held.hash') });
  await addStops(
    tx,
    companyId,
    sql`
      SELECT ${businessUnitId}::uuid AS business_unit_id, held.channel, held.hash AS address_hash, NULL::uuid AS contact_id,
        s.word_id, s.reason, s.at, ${laterMerge(sql.ref('s.merge_id'), brought)} AS merge_id, true AS carried
      FROM ${asRows(held)}
      JOIN stops s ON s.company_id = ${companyId} AND s.contact_id = held.contact_id AND s.channel = held.channel
    `,
  );
}
