import type { MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { hashValues } from './addresses-of.ts';
import { findPressed, ownReasons, removeStops } from './stops.ts';
import type { StopRow } from './stops.ts';
import { byContact } from './suppress-contact.ts';

interface Lifted {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** The address that a message was written to; null where nothing is known of it any more. */
  readonly written: { readonly channel: MessageChannel; readonly addressHash: Buffer } | null;
  /** Who has that address, or whom it was written to, and whom the caller holds. */
  readonly contactId: ContactId | null;
  /** Where they pressed. */
  readonly ip?: string;
  readonly now: Date;
}

/**
 * Writes again to somebody who had stopped the messages, and keeps on record that it was asked for, in the history of their consent
 * too. Only what they had stopped themselves is lifted: an address that bounced, or that the company stopped, stays out. With the
 * address that was written to goes all that the words stopped that stand there, wherever it holds, and nothing that was stopped
 * elsewhere: whoever reads an old mailbox says nothing of a new one, and what came to an address with a merge alone was stopped by no
 * link of it. Doing it twice is harmless.
 */
export async function liftSuppression(
  tx: Transaction,
  { companyId, businessUnitId, written, contactId, ip, now }: Lifted,
): Promise<void> {
  if (!written) return;
  const pressed = await findPressed(tx, { companyId, businessUnitId, ...written });
  if (pressed.length === 0) return;
  const people = await findPeople(tx, companyId, pressed);
  const words = await findWords(tx, companyId, { pressed, people });
  const lifted = await removeStops(tx, companyId, sql<boolean>`stops.word_id = ANY(${words}::uuid[])`);
  await sql`
    INSERT INTO lifted_suppressions (company_id, id, business_unit_id, channel, address_hash, suppressed_at, lifted_at)
    SELECT ${companyId}::uuid, gen_random_uuid(), ${businessUnitId}::uuid, channel, address_hash, min(at), ${now}::timestamptz
    FROM (${asRows(lifted)}) AS lifted
    WHERE address_hash IS NOT NULL AND merge_id IS NULL
    GROUP BY channel, address_hash
    ON CONFLICT DO NOTHING
  `.execute(tx);
  const contactIds = [...new Set([...people, ...(contactId ? [contactId] : [])])];
  const granted = { ...byContact, companyId, businessUnitId, status: 'granted', ip, now } as const;
  for (const { id, channel } of await findOpened(tx, { companyId, contactIds, lifted }))
    await addConsent(tx, { ...granted, contactId: id, channel });
}

/** Whose words are, and everybody who is the same contact as one of them. */
async function findPeople(
  tx: Transaction,
  companyId: CompanyId,
  words: readonly { readonly wordId: string }[],
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    WITH RECURSIVE part (id) AS (
      SELECT contact_id FROM stops
      WHERE company_id = ${companyId} AND word_id = ANY(${words.map(({ wordId }) => wordId)}::uuid[])
        AND contact_id IS NOT NULL
      UNION
      SELECT other.id
      FROM part
      CROSS JOIN LATERAL (
        SELECT contact_id FROM contact_merges WHERE company_id = ${companyId} AND absorbed_id = part.id AND undone_at IS NULL
        UNION ALL
        SELECT absorbed_id FROM contact_merges WHERE company_id = ${companyId} AND contact_id = part.id AND undone_at IS NULL
      ) AS other (id)
    )
    SELECT id FROM part
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Words, and those of the same presses: each of several who were merged has one of its own, as long as they are merged. */
async function findWords(
  tx: Transaction,
  companyId: CompanyId,
  {
    pressed,
    people,
  }: { pressed: readonly { readonly wordId: string; readonly at: string }[]; people: readonly ContactId[] },
): Promise<string[]> {
  const { rows } = await sql<{ wordId: string }>`
    SELECT DISTINCT word_id AS "wordId" FROM stops
    WHERE company_id = ${companyId} AND contact_id = ANY(${[...people]}::uuid[])
      AND reason = 'unsubscribed' AND at = ANY(${pressed.map(({ at }) => at)}::timestamptz[])
  `.execute(tx);
  return [...new Set([...pressed, ...rows].map(({ wordId }) => wordId))];
}

/** Stops as a query of `channel, address_hash, contact_id, at, merge_id`. */
function asRows(stops: readonly StopRow[]): RawBuilder<unknown> {
  return sql`
    SELECT * FROM unnest(
      ${stops.map(({ channel }) => channel)}::text[], ${stops.map(({ addressHash }) => addressHash)}::bytea[],
      ${stops.map(({ contactId }) => contactId)}::uuid[], ${stops.map(({ at }) => at)}::timestamptz[],
      ${stops.map(({ mergeId }) => mergeId)}::uuid[]
    ) AS stop (channel, address_hash, contact_id, at, merge_id)`;
}

/**
 * On which channels contacts are written to again, of whom or of whose addresses stops were lifted; also of who was merged into one of them,
 * and took it back for themselves.
 */
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
      SELECT own.contact_id, own.channel
      FROM (${asRows(lifted)}) AS own
      JOIN contact_consents said ON said.company_id = ${companyId} AND said.contact_id = ANY(${ids}) AND said.channel = own.channel
        AND said.source = 'contact' AND said.status = 'withdrawn' AND said.at = own.at
      WHERE own.contact_id IS NOT NULL
    ) AS done
    -- They stopped it by another link, too.
    WHERE NOT EXISTS (
      SELECT FROM stops WHERE company_id = ${companyId} AND contact_id = done.id AND channel = done.channel
        AND reason IN ${ownReasons} AND merge_id IS NULL
    )
    ORDER BY done.id, done.channel
  `.execute(tx);
  return rows;
}
