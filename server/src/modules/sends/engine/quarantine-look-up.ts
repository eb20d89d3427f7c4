import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, SendId, SurveyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { ClaimedItem } from './claim-items.ts';
import { seconds } from '../quarantine.ts';
import type { QuarantineReason } from '../quarantine.ts';

/** A send whose people the quarantine is asked for. */
export interface Sent {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  /** The send itself: what it wrote keeps nobody from it. Null before there is one. */
  readonly sendId: SendId | null;
  readonly now: Date;
}

interface Person {
  readonly contactId: ContactId;
  readonly addressHash: Buffer | null;
}

const dayMs = 86_400_000;

/** Who of these is not to be sent the survey now, by what the ledger says of them and their addresses. */
export async function findQuarantined(
  tx: Transaction,
  { companyId, businessUnitId, surveyId, sendId, now }: Sent,
  people: readonly Person[],
): Promise<ReadonlyMap<ContactId, QuarantineReason>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ contact_id: ContactId; reason: QuarantineReason }>`
    SELECT contact_id, reason FROM find_quarantined(${companyId}::uuid, ${businessUnitId}::uuid, ${surveyId}::uuid,
      ${sendId}::uuid, ${people.map((person) => person.contactId)}::uuid[],
      ${people.map((person) => person.addressHash)}::bytea[], ${now}::timestamptz)
  `.execute(tx);
  return new Map(rows.map((row) => [row.contact_id, row.reason]));
}

/** Since when an answer to the same survey keeps somebody from getting it again: the survey's quarantine. */
export function answeredSince(unit: { readonly survey_quarantine_days: number }, now: Date): Date {
  return new Date(now.getTime() - unit.survey_quarantine_days * dayMs);
}

/**
 * Takes the mailboxes of items that are about to be handed over, and the people behind them, until the transaction ends, and
 * answers which of the items may not leave: whoever else reaches for one of these people, over this channel or another,
 * waits here, and then sees this hand-over. The plan has judged
 * them; the ledger is asked again for what may have changed since: another send was under way, or the address is a new one.
 */
export async function takeMailboxes(
  tx: Transaction,
  { companyId, items, now }: { companyId: CompanyId; items: readonly ClaimedItem[]; now: Date },
): Promise<ReadonlyMap<string, QuarantineReason>> {
  const [first] = items;
  const sends = [...Map.groupBy(items, (item) => item.send.sendId).values()];
  if (!first) return new Map();
  const { rows } = await sql<{ has_others: boolean }>`
    SELECT take_mailboxes(${companyId}::uuid, ${first.send.businessUnitId}::uuid, ${first.send.sendId}::uuid,
      ${items.flatMap((item) => keysOf(companyId, item))}::bigint[]) AS has_others
  `.execute(tx);
  const hasOthers = sends.length > 1 || rows[0]?.has_others !== false;
  const quarantined = new Map<string, QuarantineReason>();
  for (const ofSend of sends) {
    const looked = ofSend.filter(({ send, isReaddressed }) => !send.ignoresQuarantine && (hasOthers || isReaddressed));
    const people = looked.flatMap(({ contactId, addressHash }) => (contactId ? [{ contactId, addressHash }] : []));
    const reasons = await findQuarantined(tx, { ...ofSend[0]!.send, now }, people);
    for (const { itemId, contactId } of looked) {
      const reason = contactId && reasons.get(contactId);
      if (reason) quarantined.set(itemId, reason);
    }
  }
  return new Map([...quarantined, ...seconds(items, quarantined)]);
}

/** Waits until no message to a contact is being handed over, and lets none be until the transaction ends. */
export async function takeContact(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    contactId,
  }: { companyId: CompanyId; businessUnitId: BusinessUnitId; contactId: ContactId },
): Promise<void> {
  const keys = [lockKey(companyId, bitsOf(contactId))];
  await sql`SELECT take_mailboxes(${companyId}::uuid, ${businessUnitId}::uuid, NULL, ${keys}::bigint[])`.execute(tx);
}

/** The numbers by which a person is locked: as the owner of an address, and as a contact, who may have several. */
function keysOf(companyId: CompanyId, { addressHash, contactId }: ClaimedItem): string[] {
  const ofContact = contactId === null ? [] : [lockKey(companyId, bitsOf(contactId))];
  return addressHash === null ? ofContact : [...ofContact, lockKey(companyId, addressHash.readBigUInt64BE())];
}

/** 64 bits of both, so that companies do not wait for each other. */
function lockKey(companyId: CompanyId, bits: bigint): string {
  return BigInt.asIntN(64, bitsOf(companyId) ^ bits).toString();
}

/** The random half of an id of ours (UUIDv7). */
function bitsOf(id: string): bigint {
  return BigInt(`0x${id.replaceAll('-', '').slice(16)}`);
}
