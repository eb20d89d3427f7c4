import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId, MergeId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';

/** What a stop is of: an address, or a contact whatever address they are given. */
export interface StopRow {
  readonly businessUnitId: BusinessUnitId;
  readonly channel: MessageChannel;
  /** Null where it holds at whichever address. */
  readonly addressHash: Buffer | null;
  /** Whose addresses it is of, whichever they are given; null where it is of one address. */
  readonly contactId: ContactId | null;
  readonly at: Date;
  /** The merge that it came with. */
  readonly mergeId: MergeId | null;
}
/** An address in a unit, known by its hash. */
export interface HashedAddress {
  readonly businessUnitId: BusinessUnitId;
  readonly channel: MessageChannel;
  readonly addressHash: Buffer;
}

const returned = sql`business_unit_id AS "businessUnitId", channel, address_hash AS "addressHash", contact_id AS "contactId", at, merge_id AS "mergeId"`;

/**
 * Writes down stops that a query finds: `business_unit_id, channel, address_hash, contact_id, word_id, reason, at, merge_id, carried`. What
 * is known already, of the same word and merge, stays as it is. @returns the new ones.
 */
export async function addStops(
  tx: Transaction,
  companyId: CompanyId,
  found: RawBuilder<unknown>,
): Promise<readonly StopRow[]> {
  const { rows } = await sql<StopRow>`
    INSERT INTO stops (company_id, business_unit_id, channel, address_hash, contact_id, word_id, reason, at, merge_id, carried)
    SELECT DISTINCT ON (business_unit_id, channel, address_hash, contact_id, word_id, merge_id)
      ${companyId}::uuid, business_unit_id, channel, address_hash, contact_id, word_id, reason, at, merge_id, carried
    FROM (${found}) AS found
    ORDER BY business_unit_id, channel, address_hash, contact_id, word_id, merge_id, carried
    ON CONFLICT DO NOTHING
    RETURNING ${returned}
  `.execute(tx);
  await settle(tx, companyId, rows);
  return rows;
}

/** A stop that was said where it holds, and came with no merge: at an address or of a contact. */
export interface OwnStop {
  readonly businessUnitId: BusinessUnitId;
  readonly channel: MessageChannel;
  readonly addressHash?: Buffer;
  readonly contactId?: ContactId;
  /** The word that it is of; without it, of one of its own. */
  readonly wordId?: string;
  readonly reason: SuppressionReason;
  readonly at: Date;
}

/** The same of stops that are known. */
export function addOwnStops(
  tx: Transaction,
  companyId: CompanyId,
  stops: readonly OwnStop[],
): Promise<readonly StopRow[]> {
  return addStops(
    tx,
    companyId,
    sql`
      SELECT business_unit_id, channel, address_hash, contact_id, coalesce(word_id, gen_random_uuid()) AS word_id, reason, at,
        NULL::uuid AS merge_id, false AS carried
      FROM unnest(
        ${stops.map(({ businessUnitId }) => businessUnitId)}::uuid[], ${stops.map(({ channel }) => channel)}::text[],
        ${stops.map(({ addressHash }) => addressHash ?? null)}::bytea[], ${stops.map(({ contactId }) => contactId ?? null)}::uuid[],
        ${stops.map(({ wordId }) => wordId ?? null)}::uuid[], ${stops.map(({ reason }) => reason)}::text[],
        ${stops.map(({ at }) => at)}::timestamptz[]
      ) AS own (business_unit_id, channel, address_hash, contact_id, word_id, reason, at)
    `,
  );
}

/** The words by which an address was unsubscribed, by the links of messages; what came there with a merge was not. */
export function findPressed(
  tx: Transaction,
  { companyId, businessUnitId, channel, addressHash }: HashedAddress & { readonly companyId: CompanyId },
) {
  return (
    tx
      .selectFrom('stops as s')
      // As text: a time of JavaScript has no microseconds.
      .select([sql<string>`at::text`.as('at'), 'word_id as wordId', 'carried', hasAuthor(companyId).as('isAuthored')])
      .where('company_id', '=', companyId)
      .where('business_unit_id', '=', businessUnitId)
      .where('channel', '=', channel)
      .where('address_hash', '=', addressHash)
      .where('reason', '=', 'unsubscribed')
      .where('merge_id', 'is', null)
      .execute()
  );
}

/** Forgets the stops of a company to which a condition on `stops` applies. @returns these. */
export async function removeStops(
  tx: Transaction,
  companyId: CompanyId,
  where: RawBuilder<boolean>,
): Promise<readonly StopRow[]> {
  // The suppressions first, as whoever adds a stop holds them: two do not wait for each other in a circle.
  const { rows: found } =
    await sql<StopRow>`SELECT ${returned} FROM stops WHERE company_id = ${companyId} AND ${where}`.execute(tx);
  if (found.length === 0) return [];
  await holdSuppressions(tx, companyId, found.filter(isOfAddress));
  const { rows } = await sql<StopRow>`
    DELETE FROM stops WHERE company_id = ${companyId} AND ${where} RETURNING ${returned}
  `.execute(tx);
  // Of those, too, whose stops somebody else removed meanwhile: they are held, and may have been made to be.
  await settle(tx, companyId, [...found, ...rows]);
  return rows;
}

/**
 * Makes the suppressions of addresses say what their stops say now: the strictest reason, and since when. The rows are held first, and
 * the stops read by a statement of its own, which sees what was written by whoever held them before.
 */
async function settle(tx: Transaction, companyId: CompanyId, touched: readonly StopRow[]): Promise<void> {
  const addresses = touched.filter(isOfAddress);
  if (addresses.length === 0) return;
  await holdSuppressions(tx, companyId, addresses);
  const given = asRows(addresses);
  await sql`
    WITH said AS (
      SELECT DISTINCT ON (given.business_unit_id, given.channel, given.address_hash) given.*, stops.reason, stops.at
      FROM (${given}) AS given
      LEFT JOIN stops ON stops.company_id = ${companyId} AND stops.business_unit_id = given.business_unit_id
        AND stops.channel = given.channel AND stops.address_hash = given.address_hash
      ORDER BY given.business_unit_id, given.channel, given.address_hash, ${strictness}, stops.at
    ), opened AS (
      DELETE FROM suppressions USING said
      WHERE ${isOf(companyId)} AND said.reason IS NULL
    )
    UPDATE suppressions SET
      reason = CASE said.reason WHEN 'erased' THEN 'manual' ELSE said.reason END,
      created_at = said.at,
      erased_at = CASE said.reason WHEN 'erased' THEN said.at END
    FROM said
    WHERE ${isOf(companyId)} AND said.reason IS NOT NULL
  `.execute(tx);
}

function isOfAddress(row: StopRow): row is StopRow & HashedAddress {
  return row.addressHash !== null;
}

/**
 * Holds the suppressions of addresses until the transaction ends, always in the same order: two who stop the same ones do not wait for each
 * other in a circle. Whoever holds one that was not there before has to add a stop.
 */
export async function holdSuppressions(
  tx: Transaction,
  companyId: CompanyId,
  addresses: readonly HashedAddress[],
): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
    SELECT ${companyId}::uuid, business_unit_id, channel, address_hash, 'manual' FROM (${asRows(addresses)}) AS given
    ORDER BY business_unit_id, channel, address_hash
    ON CONFLICT (company_id, business_unit_id, channel, address_hash) DO UPDATE SET reason = suppressions.reason
  `.execute(tx);
}

function asRows(addresses: readonly HashedAddress[]): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT * FROM unnest(
      ${addresses.map(({ businessUnitId }) => businessUnitId)}::uuid[], ${addresses.map(({ channel }) => channel)}::text[],
      ${addresses.map(({ addressHash }) => addressHash)}::bytea[]
    ) AS address (business_unit_id, channel, address_hash)`;
}

/** The place of a reason, the strictest first: what an erasure left, what the person said, what the company did, what a server said. */
const strictness = sql`array_position(ARRAY['erased', 'complained', 'unsubscribed', 'manual', 'bounced'], stops.reason)`;

function isOf(companyId: CompanyId): RawBuilder<boolean> {
  return sql`(suppressions.company_id = ${companyId} AND suppressions.business_unit_id = said.business_unit_id
    AND suppressions.channel = said.channel AND suppressions.address_hash = said.address_hash)`;
}

/** What people say themselves, by the link of a message or to who carries their messages: they alone take it back. */
export const ownReasons = sql`('unsubscribed', 'complained')`;

/** An SQL expression: of two merges, which may be null, the one that is reversed first. Ids of merges are in the order of time. */
export function laterMerge(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`greatest(${one}, ${other})`;
}

/**
 * An SQL expression: whether the word of the stop `s`, of an address, is that of somebody who is a contact, also as part of another one. Of
 * those who are gone no stop is kept but at addresses (`erase-contact.ts`).
 */
export function hasAuthor(companyId: CompanyId): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM stops own
    WHERE own.company_id = ${companyId} AND own.word_id = s.word_id AND own.channel = s.channel AND own.contact_id IS NOT NULL
  )`;
}
