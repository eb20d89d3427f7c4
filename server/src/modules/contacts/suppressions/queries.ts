import { sql } from 'kysely';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId, SuppressionId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { AddressField, SendChannel } from '@escuta/contract/sends';
import { ledLookUp, withoutScan, withoutSort } from '#platform/db/batch.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';
import { hashOf } from '../address-hash.ts';
import { findPeople } from '../present-person.ts';
import type { PersonRow } from '../present-person.ts';
import { ownReasons } from '../stops/stops.ts';
import type { Judged } from './suppression.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

interface Filter extends Unit {
  readonly channel?: SendChannel | undefined;
  readonly reason?: SuppressionReason | undefined;
}

type StoredRow = Awaited<ReturnType<typeof findSuppressionRow>>;
/** A suppression with the contact whose address it is today, and what they stopped of its channel. */
export type SuppressionRow = NonNullable<StoredRow> & {
  readonly contact: PersonRow | null;
  readonly person: Judged['person'];
};

/** One page of the suppressions of a unit, newest first. */
export async function listSuppressionRows(
  tx: Transaction,
  { limit, page, ...filter }: Filter & { limit: number; page: number },
): Promise<SuppressionRow[]> {
  await withoutSort(tx);
  const rows = await matching(tx, filter)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return withContacts(tx, filter, rows);
}

/** How many there are. */
export function countSuppressions(tx: Transaction, filter: Filter): Promise<number> {
  return countRows(matching(tx, filter));
}

/** Those of one address in a unit, by its channels. */
export async function suppressionsOfAddress(
  tx: Transaction,
  { address, ...unit }: Unit & { readonly address: string },
): Promise<SuppressionRow[]> {
  const rows = await matching(tx, unit)
    .select(columns)
    .where('address_hash', '=', sql<Buffer>`address_hash(${address})`)
    .execute();
  return withContacts(tx, unit, rows);
}

/** One suppression of the unit, held until the transaction ends; undefined where it has none. */
export async function lockSuppression(
  tx: Transaction,
  { id, ...unit }: Unit & { readonly id: SuppressionId },
): Promise<SuppressionRow | undefined> {
  const row = await findSuppressionRow(tx, { ...unit, id });
  return row && (await withContacts(tx, unit, [row]))[0];
}

/** Whose addresses of a unit have these hashes today: its contacts, by the hash in hex. */
export async function findAddressed(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, ContactId>> {
  await withoutScan(tx);
  // batch.ts: hidden column. Without statistics the index of the unit seems as good as that of the hash.
  const having = (field: AddressField) => sql`
    SELECT contacts.id FROM contacts
    WHERE contacts.company_id = ${companyId} AND ${hashOf(field)} = given.hash
      AND contacts.business_unit_id IS NOT DISTINCT FROM ${businessUnitId}`;
  const { rows } = await sql<{ hash: Buffer; id: ContactId }>`
    SELECT given.hash, addressed.id
    FROM unnest(${[...hashes]}::bytea[]) AS given (hash)
    CROSS JOIN LATERAL (${having('email')} UNION ALL ${having('tel')} ${ledLookUp}) AS addressed
  `.execute(tx);
  return new Map(rows.map(({ hash, id }) => [hash.toString('hex'), id]));
}

const columns = [
  'id',
  'channel',
  'address_hash',
  'reason',
  'created_at',
  sql<boolean>`erased_at IS NOT NULL`.as('isErased'),
] as const;

function matching(tx: Transaction, { companyId, businessUnitId, channel, reason }: Filter) {
  return tx
    .selectFrom('suppressions')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('channel', 'in', channel ? [channel] : [...sendChannels])
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason!));
}

function findSuppressionRow(tx: Transaction, { id, ...unit }: Unit & { readonly id: SuppressionId }) {
  return matching(tx, unit).select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

async function withContacts(
  tx: Transaction,
  unit: Unit,
  rows: readonly NonNullable<StoredRow>[],
): Promise<SuppressionRow[]> {
  const { companyId } = unit;
  const addressed = await findAddressed(
    tx,
    unit,
    rows.map((row) => row.address_hash),
  );
  const contactIds = [...new Set(addressed.values())];
  const people = new Map((await findPeople(tx, { companyId, contactIds })).map((person) => [person.id, person]));
  const stopped = await findStopped(tx, { companyId, contactIds });
  return rows.map((row) => {
    const contactId = addressed.get(row.address_hash.toString('hex'));
    const said = stopped.find((stop) => stop.contactId === contactId && stop.channel === row.channel);
    return {
      ...row,
      contact: (contactId && people.get(contactId)) ?? null,
      person: said ? (said.isOwn ? 'stopped' : 'noted') : null,
    };
  });
}

/** What contacts have stopped, whatever address they have: whether anybody wrote it down, and whether they did so themselves. */
async function findStopped(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
) {
  if (contactIds.length === 0) return [];
  const { rows } = await sql<{ contactId: ContactId; channel: string; isOwn: boolean }>`
    SELECT contact_id AS "contactId", channel, bool_or(reason IN ${ownReasons}) AS "isOwn"
    FROM stops
    WHERE company_id = ${companyId} AND contact_id = ANY(${[...contactIds]}::uuid[])
    GROUP BY contact_id, channel
  `.execute(tx);
  return rows;
}
