import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { MessageChannel } from '@escuta/contract/primitives';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { findIdentities } from '../merging/merge-rows.ts';
import { addressesOf, mergeThatBrought, formerAddressesOf } from './addresses-of.ts';
import { addOwnStops, addStops, findPressed, laterMerge } from './stops.ts';
import type { HashedAddress } from './stops.ts';

/** What a contact says themselves, by the link of a message. */
export const byContact = { basis: 'consent', source: 'contact' } as const;

interface SuppressedContact {
  readonly companyId: CompanyId;
  /** Whom the caller holds (`holdContacts`). */
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
 * history of their consent.
 */
export async function suppressContact(tx: Transaction, suppressed: SuppressedContact): Promise<void> {
  const { companyId, contactId, channel, reason, written, ip, now } = suppressed;
  const channels: readonly SendChannel[] = channel ? [channel] : sendChannels;
  const contact = await tx
    .selectFrom('contacts')
    .select('business_unit_id')
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .where('anonymized_at', 'is', null)
    .executeTakeFirst();
  // Where it is said: by the link of a message to one address, or of all that they have.
  const said = written
    ? sql`SELECT ${written.channel}::text AS channel, ${written.addressHash}::bytea AS hash`
    : sql`SELECT channel, hash FROM (${addressesOf(companyId, [contactId])}) AS present WHERE channel = ANY(${[...channels]}::text[])`;
  const authors = await findAuthors(tx, { companyId, contactId, said });
  const words = authors.map((id) => ({ id, wordId: newId() }));
  const [first, own] = [words[0]!.wordId, words.at(-1)!.wordId];
  const brought = written
    ? mergeThatBrought(companyId, { contactId: sql`${contactId}::uuid`, hash: sql.ref('present.hash') })
    : sql`NULL::uuid`;
  const reached = sql`
    SELECT business_unit_id, channel, hash AS address_hash, NULL::uuid AS contact_id, ${own}::uuid AS word_id, ${brought} AS merge_id,
      ${written !== undefined}::boolean AS carried
    FROM (${addressesOf(companyId, [contactId])}) AS present WHERE channel = ANY(${[...channels]}::text[])
    UNION ALL
    SELECT business_unit_id, channel, NULL, author.id, author.word_id, NULL, false
    FROM contacts CROSS JOIN unnest(${[...channels]}::text[]) AS channel CROSS JOIN (${asRows(words)}) AS author
    WHERE company_id = ${companyId} AND contacts.id = ${contactId} AND anonymized_at IS NULL
    ${written ? sql`UNION ALL SELECT ${written.businessUnitId}::uuid, ${written.channel}::text, ${written.addressHash}::bytea, NULL, ${first}::uuid, NULL, false` : sql``}`;
  const { isSaid, stopped } = await judgeReached(tx, { companyId, contactId, reason, reached });
  if (isSaid) return;
  await addStops(
    tx,
    companyId,
    sql`
      SELECT *, ${reason}::text AS reason, ${now}::timestamptz AS at FROM (${reached}) AS reached
      UNION ALL
      SELECT business_unit_id, channel, hash, NULL, word_id, merge_id, true, ${reason}::text, ${now}::timestamptz
      FROM (${droppedAddresses(companyId, words)}) AS dropped
      WHERE channel = ANY(${[...channels]}::text[]) AND (channel, hash) NOT IN (${said})
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
}

/**
 * Whether all that a word reaches was stopped by one before, in one moment, and the channels of addresses among it. What was said
 * before the last merge may be the word of one alone, and this one that of the other.
 */
async function judgeReached(
  tx: Transaction,
  {
    companyId,
    contactId,
    reason,
    reached,
  }: Pick<SuppressedContact, 'companyId' | 'contactId' | 'reason'> & { reached: RawBuilder<unknown> },
): Promise<{ isSaid: boolean; stopped: readonly MessageChannel[] }> {
  const isOfReached = sql`stops.company_id = ${companyId} AND stops.business_unit_id = reached.business_unit_id
    AND stops.channel = reached.channel AND stops.reason = ${reason}
    AND (stops.merge_id IS NULL OR stops.merge_id = reached.merge_id) AND (reached.carried OR NOT stops.carried)`;
  const { rows } = await sql<{ isSaid: boolean; stopped: MessageChannel[] }>`
    WITH reached AS MATERIALIZED (SELECT *, row_number() OVER () AS n FROM (${reached}) AS reached)
    SELECT
      EXISTS (
        SELECT FROM (
          SELECT n, at FROM reached JOIN stops ON stops.address_hash = reached.address_hash AND ${isOfReached}
          UNION
          SELECT n, at FROM reached JOIN stops ON stops.contact_id = reached.contact_id AND ${isOfReached}
        ) AS said
        WHERE at >= coalesce((
          SELECT max(merged_at) FROM contact_merges
          WHERE company_id = ${companyId} AND contact_id = ${contactId} AND undone_at IS NULL
        ), '-infinity')
        GROUP BY at HAVING count(*) = (SELECT count(*) FROM reached)
      ) AS "isSaid",
      ARRAY(SELECT DISTINCT channel FROM reached WHERE address_hash IS NOT NULL) AS stopped
  `.execute(tx);
  return rows[0]!;
}

/**
 * Whose word it is what is said at addresses, a query of `channel, hash`: of whoever was merged in with one of them, the last one first,
 * and of those into whom they were merged, up to the contact; without such an address of the contact alone.
 */
async function findAuthors(
  tx: Transaction,
  { companyId, contactId, said }: Pick<SuppressedContact, 'companyId' | 'contactId'> & { said: RawBuilder<unknown> },
): Promise<ContactId[]> {
  const identities = await findIdentities(tx, { companyId, contactId });
  const { rows } = await sql<{ id: ContactId }>`
    WITH RECURSIVE author (id, into_id, merge_id, depth) AS (
      SELECT m.absorbed_id, m.contact_id, m.id, 0
      FROM (${formerAddressesOf(companyId, identities)}) AS former
      JOIN contact_merges m ON m.company_id = ${companyId} AND m.absorbed_id = former.owner_id AND m.undone_at IS NULL
      WHERE (former.channel, former.hash) IN (${said})
      UNION
      SELECT m.absorbed_id, m.contact_id, m.id, author.depth + 1
      FROM author
      JOIN contact_merges m ON m.company_id = ${companyId} AND m.absorbed_id = author.into_id AND m.undone_at IS NULL
    )
    SELECT id FROM author ORDER BY depth, merge_id DESC
  `.execute(tx);
  return [...new Set(rows.map(({ id }) => id)), contactId];
}

interface Author {
  readonly id: ContactId;
  readonly wordId: string;
}

/** Those whose word it is as a query of `id, word_id`. */
function asRows(authors: readonly Author[]): RawBuilder<unknown> {
  return sql`
    SELECT * FROM unnest(${authors.map(({ id }) => id)}::uuid[], ${authors.map(({ wordId }) => wordId)}::uuid[]) AS author (id, word_id)
  `;
}

/**
 * A query for the addresses that merges dropped, of those whose word it is, and of those who were merged into them, where it goes with
 * the merge: `business_unit_id, channel, hash, word_id, merge_id`.
 */
function droppedAddresses(companyId: CompanyId, authors: readonly Author[]) {
  const brought = mergeThatBrought(companyId, { contactId: sql.ref('former.owner_id'), hash: sql.ref('former.hash') });
  return sql`
    WITH RECURSIVE owner (id, word_id, merge_id) AS (
      SELECT id, word_id, NULL::uuid FROM (${asRows(authors)}) AS author
      UNION
      SELECT m.absorbed_id, owner.word_id, coalesce(owner.merge_id, m.id)
      FROM owner
      JOIN contact_merges m ON m.company_id = ${companyId} AND m.contact_id = owner.id AND m.undone_at IS NULL
      WHERE m.absorbed_id <> ALL(${authors.map(({ id }) => id)}::uuid[])
    )
    SELECT former.business_unit_id, former.channel, former.hash, owner.word_id, ${laterMerge(sql.ref('owner.merge_id'), brought)} AS merge_id
    FROM (${formerAddressesOf(companyId, sql`ARRAY(SELECT id FROM owner)`)}) AS former
    JOIN owner ON owner.id = former.owner_id
  `;
}

interface OfAddress extends HashedAddress {
  readonly companyId: CompanyId;
}

/** Says whether somebody has unsubscribed an address, by the link of a message. */
export async function isUnsubscribed(tx: Transaction, address: OfAddress): Promise<boolean> {
  return (await findPressed(tx, address)).length > 0;
}

/** Never again writes to an address that no contact has, by the link of a message to it. Doing it twice is harmless. */
export async function unsubscribeAddress(
  tx: Transaction,
  { now, ...address }: OfAddress & { readonly now: Date },
): Promise<void> {
  const pressed = await findPressed(tx, address);
  if (pressed.some(({ carried, isAuthored }) => !carried && !isAuthored)) return;
  const { companyId, businessUnitId, channel, addressHash } = address;
  await addOwnStops(tx, companyId, [{ businessUnitId, channel, addressHash, reason: 'unsubscribed', at: now }]);
}

/**
 * Holds contacts until the transaction ends, always in the same order: who stops messages, or takes that back, waits for whoever changes
 * or merges them, and the other way round. What is known of them is read by a later statement.
 */
export async function holdContacts(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<void> {
  if (contactIds.length === 0) return;
  await tx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', [...contactIds])
    .orderBy('id')
    .forUpdate()
    .execute();
}
