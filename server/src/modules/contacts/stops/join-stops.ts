import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ContactId, MergeId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { SendChannel } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { findIdentities } from '../merging/merge-rows.ts';
import { addressesOf, formerAddressesOf } from './addresses-of.ts';
import { addStops, hasAuthor, removeStops } from './stops.ts';

interface Joined {
  readonly companyId: CompanyId;
  readonly keptId: ContactId;
  readonly otherId: ContactId;
}

/** The channels that one of two contacts has stopped, or the company for them. */
export async function stoppedChannels(tx: Transaction, { companyId, keptId, otherId }: Joined): Promise<SendChannel[]> {
  const { rows } = await sql<{ channel: SendChannel }>`
    SELECT DISTINCT channel FROM (${stopsOf(companyId, [keptId, otherId])}) AS said ORDER BY channel
  `.execute(tx);
  return rows.map(({ channel }) => channel);
}

/**
 * Stops for each of two contacts, at every address of both and at those that earlier merges dropped, what the other one has stopped; it
 * goes with the merge. To be done while both have their addresses.
 */
export async function joinStops(
  tx: Transaction,
  { mergeId, ...joined }: Joined & { readonly mergeId: MergeId },
): Promise<void> {
  const { companyId, keptId, otherId } = joined;
  const identities = [keptId, otherId].map((contactId) => findIdentities(tx, { companyId, contactId }));
  const contactIds = (await Promise.all(identities)).flat();
  await addStops(
    tx,
    companyId,
    sql`
      SELECT reached.business_unit_id, said.channel, reached.address_hash, reached.contact_id, said.word_id, said.reason, said.at,
        ${mergeId}::uuid AS merge_id, true AS carried
      FROM (${stopsOf(companyId, [keptId, otherId])}) AS said
      JOIN (
        SELECT business_unit_id, channel, hash AS address_hash, NULL::uuid AS contact_id
        FROM (${addressesOf(companyId, [keptId, otherId])}) AS present
        UNION ALL
        SELECT business_unit_id, channel, hash, NULL FROM (${formerAddressesOf(companyId, contactIds)}) AS former
        UNION ALL
        SELECT business_unit_id, NULL, NULL, id FROM contacts WHERE company_id = ${companyId} AND id = ${keptId}
      ) AS reached ON reached.channel = said.channel OR reached.contact_id IS NOT NULL
    `,
  );
}

/** Takes back what came with a merge. */
export async function partStops(tx: Transaction, companyId: CompanyId, mergeId: MergeId): Promise<void> {
  await removeStops(tx, companyId, sql<boolean>`stops.merge_id = ${mergeId}`);
}

/** A contact who comes back by the reversal of a merge, with their messages. */
export interface Returning {
  readonly companyId: CompanyId;
  readonly keptId: ContactId;
  readonly absorbedId: ContactId;
  /** When they were merged. */
  readonly since: Date;
  /** The addresses that their messages were written to. */
  readonly written: readonly { readonly channel: MessageChannel; readonly addressHash: Buffer }[];
}

/** The addresses that the messages of who comes back were written to, as a query of `channel, hash`. */
export function writtenTo({ written }: Returning): RawBuilder<unknown> {
  return sql`
    SELECT * FROM unnest(
      ${written.map(({ channel }) => channel)}::text[], ${written.map(({ addressHash }) => addressHash)}::bytea[]
    ) AS written (channel, hash)`;
}

/**
 * Gives who comes back what the merged contact said since by the link of a message of theirs, at an address that nobody brought: they had
 * left it before they were merged. Nobody can tell whose word it was, so each of both has said it, and takes it back for themselves.
 */
export async function shareStops(tx: Transaction, returning: Returning): Promise<void> {
  const { companyId, keptId, absorbedId, since } = returning;
  await addStops(
    tx,
    companyId,
    sql`
      WITH said AS MATERIALIZED (
        SELECT own.word_id, gen_random_uuid() AS own_id
        FROM stops own
        WHERE own.company_id = ${companyId} AND own.contact_id = ${keptId} AND own.merge_id IS NULL
          AND own.reason = 'unsubscribed' AND own.at >= ${since}
        GROUP BY own.word_id
      ), pressed AS (
        SELECT s.*, said.own_id
        FROM said
        JOIN stops s ON s.company_id = ${companyId} AND s.word_id = said.word_id
        WHERE NOT s.carried AND (s.channel, s.address_hash) IN (${writtenTo(returning)})
      )
      SELECT business_unit_id, channel, address_hash, NULL::uuid AS contact_id, own_id AS word_id, reason, at, NULL::uuid AS merge_id, false AS carried
      FROM pressed
      UNION ALL
      SELECT s.business_unit_id, s.channel, NULL, ${absorbedId}::uuid, pressed.own_id, s.reason, s.at, NULL, true
      FROM (SELECT DISTINCT word_id, own_id FROM pressed) AS pressed
      JOIN stops s ON s.company_id = ${companyId} AND s.word_id = pressed.word_id AND s.contact_id = ${keptId}
    `,
  );
}

/**
 * A query for what contacts have stopped, and the company for them: `channel, word_id, reason, at`. What bounced says nothing of a
 * person, and what another contact said at an address that is theirs now says nothing of them.
 */
function stopsOf(companyId: CompanyId, contactIds: readonly ContactId[]): RawBuilder<unknown> {
  const ids = sql`${[...contactIds]}::uuid[]`;
  return sql`
    SELECT channel, word_id, reason, at FROM stops WHERE company_id = ${companyId} AND contact_id = ANY(${ids})
    UNION
    SELECT s.channel, s.word_id, CASE s.reason WHEN 'erased' THEN 'manual' ELSE s.reason END, s.at
    FROM (${addressesOf(companyId, contactIds)}) AS address
    JOIN stops s ON s.company_id = ${companyId} AND s.business_unit_id = address.business_unit_id
      AND s.channel = address.channel AND s.address_hash = address.hash AND s.reason <> 'bounced'
    WHERE NOT ${hasAuthor(companyId)}
  `;
}
