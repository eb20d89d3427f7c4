import { sql } from 'kysely';
import type { SendChannel } from '@escuta/contract/sends';
import type { AddedSuppressions, SuppressionsForm } from '@escuta/contract/suppressions';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { hashAddresses } from '../address-hash.ts';
import { addConsent } from '../consents/add-consent.ts';
import { addOwnStops, holdSuppressions } from '../stops/stops.ts';
import { holdContacts } from '../stops/suppress-contact.ts';
import { findAddressed } from './queries.ts';
import { readTypedAddress } from './typed-address.ts';
import type { TypedAddress } from './typed-address.ts';

/**
 * Stops writing to addresses of the unit, whichever contact has them later; the history of consent of whoever has one today says so.
 * What stands there already stays. Lines that are no address are told.
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

/** Suppresses addresses that the company has not stopped before, and of nobody who was erased. */
async function stop(
  tx: Transaction,
  scope: Scope,
  read: readonly TypedAddress[],
  now: Date,
): Promise<readonly Stopped[]> {
  const { companyId, businessUnitId } = scope;
  const pairs = read.flatMap(({ address, channels }) => channels.map((channel) => ({ address, channel })));
  if (pairs.length === 0) return [];
  const hashes = await hashAddresses(tx, [...new Set(pairs.map(({ address }) => address))]);
  const given = pairs.map(({ address, channel }) => ({ businessUnitId, channel, addressHash: hashes.get(address)! }));
  const addressed = await findAddressed(tx, scope, [...hashes.values()]);
  await holdContacts(tx, { companyId, contactIds: [...new Set(addressed.values())] });
  await holdSuppressions(tx, companyId, given);
  const { rows } = await sql<Stopped>`
    SELECT given.channel, given.hash, bool_and(stops.reason IS NULL) AS "isNew"
    FROM (
      SELECT DISTINCT * FROM unnest(
        ${given.map(({ channel }) => channel)}::text[], ${given.map(({ addressHash }) => addressHash)}::bytea[]
      ) AS pair (channel, hash)
    ) AS given
    LEFT JOIN stops ON stops.company_id = ${companyId} AND stops.business_unit_id = ${businessUnitId}
      AND stops.channel = given.channel AND stops.address_hash = given.hash
    GROUP BY given.channel, given.hash
    HAVING NOT coalesce(bool_or(stops.reason = 'erased' OR (stops.reason = 'manual' AND stops.merge_id IS NULL)), false)
  `.execute(tx);
  await addOwnStops(
    tx,
    companyId,
    rows.map(({ channel, hash }) => ({ businessUnitId, channel, addressHash: hash, reason: 'manual', at: now })),
  );
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
  const told = stopped.flatMap(({ channel, hash }) => {
    const contactId = contacts.get(hash.toString('hex'));
    return contactId ? [{ channel, contactId }] : [];
  });
  await addOwnStops(
    tx,
    companyId,
    told.map((of) => ({ businessUnitId, ...of, reason: 'manual', at: now })),
  );
  for (const { channel, contactId } of told)
    await addConsent(tx, { ...written, companyId, businessUnitId, contactId, channel, now });
}
