import { sql } from 'kysely';
import type { SendChannel } from '@escuta/contract/sends';
import type { AddedSuppressions, SuppressionsForm } from '@escuta/contract/suppressions';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { addConsent } from '../consents/add-consent.ts';
import { keepStricter } from '../suppress-contact.ts';
import { findAddressed } from './queries.ts';
import { readTypedAddress } from './typed-address.ts';
import type { TypedAddress } from './typed-address.ts';

/**
 * Stops writing to addresses of the unit, whichever contact has them later; the history of consent of whoever has one today says so.
 * What stands there already stays, with its own reason where that is the stricter one. Lines that are no address are told.
 */
export async function addSuppressions(
  tx: Transaction,
  scope: Scope,
  { addresses: lines, channels: chosen }: SuppressionsForm,
  now: Date,
): Promise<AddedSuppressions> {
  const read = lines.map((line) => readLine(line, chosen));
  const left_out = read.flatMap((line, place) => (typeof line === 'string' ? [{ place, reason: line }] : []));
  const readable = read.filter((line) => typeof line !== 'string');
  const stopped = await stop(tx, scope, readable, now);
  await tellContacts(tx, scope, stopped, now);
  const added = new Set(stopped.filter(({ isNew }) => isNew).map(({ hash }) => hash.toString('hex'))).size;
  if (stopped.length > 0) {
    const channels = [...new Set(stopped.map(({ channel }) => channel))];
    const act = { action: 'suppressions.added', target: { type: 'suppressions' }, after: { added, channels } } as const;
    await recordAudit(tx, scope, act, now);
  }
  return { added, already_there: readable.length - added, left_out };
}

/** What a line says, on the channels that were chosen; why it is left out where it says nothing. */
function readLine(
  line: string,
  chosen: readonly SendChannel[],
): TypedAddress | AddedSuppressions['left_out'][number]['reason'] {
  const typed = readTypedAddress(line);
  if (typed === null) return 'not_an_address';
  const channels = typed.channels.filter((channel) => chosen.includes(channel));
  return channels.length === 0 ? 'other_channel' : { ...typed, channels };
}

interface Stopped {
  readonly channel: SendChannel;
  readonly hash: Buffer;
  /** The unit did not have it in any way before. */
  readonly isNew: boolean;
}

/** Suppresses addresses, always in the same order: two who add the same ones do not wait for each other in a circle. */
async function stop(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  read: readonly TypedAddress[],
  now: Date,
): Promise<readonly Stopped[]> {
  const pairs = read.flatMap(({ address, channels }) => channels.map((channel) => ({ address, channel })));
  if (pairs.length === 0) return [];
  const { rows } = await sql<Stopped>`
    WITH given AS (
      SELECT DISTINCT channel, address_hash(address) AS hash
      FROM unnest(${pairs.map(({ channel }) => channel)}::text[], ${pairs.map(({ address }) => address)}::text[])
        AS pair (channel, address)
    ), known AS (
      SELECT given.channel, given.hash FROM given
      JOIN suppressions ON suppressions.company_id = ${companyId} AND suppressions.business_unit_id = ${businessUnitId}
        AND suppressions.channel = given.channel AND suppressions.address_hash = given.hash
    ), added AS (
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
      SELECT ${companyId}::uuid, ${businessUnitId}::uuid, channel, hash, 'manual', ${now}::timestamptz
      FROM given ORDER BY channel, hash
      ON CONFLICT (company_id, business_unit_id, channel, address_hash)
      ${keepStricter}
      RETURNING channel, address_hash AS hash
    )
    SELECT added.channel, added.hash, known.hash IS NULL AS "isNew"
    FROM added LEFT JOIN known ON known.channel = added.channel AND known.hash = added.hash
  `.execute(tx);
  return rows;
}

/** Writes down, for each contact whose address was stopped, that the company stopped it, and who. */
async function tellContacts(tx: Transaction, scope: Scope, stopped: readonly Stopped[], now: Date): Promise<void> {
  const { companyId, businessUnitId, userId, userName } = scope;
  const contacts = await findAddressed(
    tx,
    scope,
    stopped.map(({ hash }) => hash),
  );
  const written = {
    status: 'withdrawn',
    basis: 'consent',
    source: 'staff',
    by: { id: userId, name: userName },
  } as const;
  for (const { channel, hash } of stopped) {
    const contactId = contacts.get(hash.toString('hex'));
    if (contactId) await addConsent(tx, { ...written, companyId, businessUnitId, contactId, channel, now });
  }
}
