import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { addressFields } from '@escuta/contract/sends';
import type { AddressField } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { addStops, ownReasons } from './stops.ts';

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
 * What the company stopped by itself, and a bounce, stay with the address that they were about.
 */
export async function carryStops(tx: Transaction, unit: Unit, changes: readonly Readdressed[]): Promise<void> {
  const changed = changes.flatMap(({ id, before, after }) =>
    Object.entries(addressFields)
      .filter(([, field]) => after[field] !== before[field])
      .map(([channel, field]) => ({ id, channel, field, left: before[field], given: after[field] })),
  );
  await keepStops(
    tx,
    unit,
    changed.flatMap(({ left, ...of }) => (left === null ? [] : [{ ...of, address: left }])),
  );
  await giveStops(
    tx,
    unit,
    changed.flatMap(({ given, ...of }) => (given === null ? [] : [{ ...of, address: given }])),
  );
}

/** The same of a contact who comes back to addresses: what stands at them is the contact's, and what the contact said holds there. */
export async function returnStops(tx: Transaction, unit: Unit, { id, before, after }: Readdressed): Promise<void> {
  const at = (addresses: Addresses) =>
    Object.entries(addressFields).flatMap(([channel, field]) =>
      addresses[field] === null ? [] : [{ id, channel, field, address: addresses[field] }],
    );
  await keepStops(tx, unit, at(before));
  await giveStops(tx, unit, at(after));
}

interface Held {
  readonly id: ContactId;
  readonly channel: string;
  readonly field: AddressField;
  readonly address: string;
}

function asRows(held: readonly Held[]) {
  return sql`(
    SELECT * FROM unnest(
      ${held.map(({ id }) => id)}::uuid[], ${held.map(({ channel }) => channel)}::text[],
      ${held.map(({ field }) => field)}::text[], ${held.map(({ address }) => address)}::text[]
    ) AS row (contact_id, channel, field, address)
  ) AS held`;
}

/**
 * What the person said themselves at an address is the contact's, too, also where the address alone told of it. What stood at that of
 * somebody who was merged in since goes with that merge.
 */
async function keepStops(tx: Transaction, { companyId, businessUnitId }: Unit, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  await addStops(
    tx,
    companyId,
    sql`
      SELECT s.business_unit_id, s.channel, NULL::bytea AS address_hash, held.contact_id, s.reason, s.at,
        coalesce(brought.id, s.merge_id) AS merge_id, true AS carried
      FROM ${asRows(held)}
      JOIN stops s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
        AND s.channel = held.channel AND s.address_hash = address_hash(held.address) AND s.reason IN ${ownReasons}
      LEFT JOIN LATERAL (
        SELECT m.id FROM contact_merges m
        WHERE m.company_id = ${companyId} AND m.contact_id = held.contact_id AND m.merged_at >= s.at
          AND m.undone_at IS NULL
          AND m.before -> 'absorbed' ->> held.field = held.address
          AND m.before -> 'kept' ->> held.field IS DISTINCT FROM held.address
        ORDER BY m.merged_at
        LIMIT 1
      ) AS brought ON true
    `,
  );
}

/** What a person has stopped is stopped at an address, as of the same moment: whoever takes it back takes back both. */
async function giveStops(tx: Transaction, { companyId, businessUnitId }: Unit, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  await addStops(
    tx,
    companyId,
    sql`
      SELECT ${businessUnitId}::uuid AS business_unit_id, held.channel, address_hash(held.address) AS address_hash,
        NULL::uuid AS contact_id, s.reason, s.at, s.merge_id, true AS carried
      FROM ${asRows(held)}
      JOIN stops s ON s.company_id = ${companyId} AND s.contact_id = held.contact_id AND s.channel = held.channel
    `,
  );
}
