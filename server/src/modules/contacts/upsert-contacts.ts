import type { ContactId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { findErased } from './find-erased.ts';
import { findDroppedIds } from './merging/find-dropped-ids.ts';
import { hasAddress, newContact } from './upsert-decision.ts';
import type { IncomingContact, KnownContact, UpsertedRow, UpsertScope } from './upsert-decision.ts';
import { keysOf, planUpserts } from './upsert-plan.ts';
import type { UpsertPlan } from './upsert-plan.ts';
import { findContactsByAddress, insertFree, writePlan } from './upsert-statements.ts';

/**
 * Creates and changes many contacts in a few statements, whatever their number, and does what the rows would do one after
 * the other. Each is matched by external id, then by e-mail, then by phone; what is null changes nothing unless the row clears
 * it. A contact that this import has touched
 * already is `duplicate_in_file`: which of two rows holds the truth is the person's to say, and a silent winner would hide
 * the question. A contact that somebody else writes in the same moment is an error of the database: try again.
 * Who was erased comes in by no file (PRIVACY-11): such a row is `person_erased`. An external id that a merge dropped makes nobody anew:
 * its row is `contact_merged`, since the choices of the merge are not the row's to change.
 * @returns what became of each row, in their order.
 */
export function upsertContacts(
  tx: Transaction,
  scope: UpsertScope,
  incoming: readonly IncomingContact[],
  now: Date,
): Promise<UpsertedRow[]> {
  return judgeContacts(tx, scope, incoming, {
    createFree: (rows) => createFree(tx, scope, rows, now),
    foundFor: (_, found) => found,
    take: (plan) => writePlan(tx, scope, plan, now),
  });
}

/** Where what was judged goes: to the database, or into the memory of a rehearsal. */
export interface UpsertSink {
  /** Creates those rows that need no look-up first, and says which. */
  createFree(rows: readonly IncomingContact[]): Promise<ReadonlySet<IncomingContact>>;
  /** The contacts that the rows meet, given those that the database found for them. */
  foundFor(rows: readonly IncomingContact[], found: readonly KnownContact[]): readonly KnownContact[];
  take(plan: UpsertPlan): Promise<void>;
}

/** The one judgement of rows, whether they are written or not. */
export async function judgeContacts(
  tx: Transaction,
  scope: UpsertScope,
  incoming: readonly IncomingContact[],
  sink: UpsertSink,
): Promise<UpsertedRow[]> {
  const given = withOneSpelling(incoming);
  const erased = await findErased(tx, scope, given);
  const dropped = await findDroppedIds(tx, scope, given);
  const refusalOf = (row: IncomingContact) => {
    if (erased.has(row)) return 'person_erased';
    return dropped.has(row.external_id ?? '') ? 'contact_merged' : undefined;
  };
  const rows = given.filter((row) => !refusalOf(row));
  const created = scope.mode === 'update' ? new Set<IncomingContact>() : await sink.createFree(rows);
  const rest = rows.filter((row) => !created.has(row));
  const found = rest.length === 0 ? [] : await findContactsByAddress(tx, scope, rest);
  const plan = planUpserts(sink.foundFor(rest, found), rest, scope);
  await sink.take(plan);
  const outcomes = plan.outcomes.values();
  return given.map((row) => {
    const refusal = refusalOf(row);
    if (refusal) return { outcome: refusal, hasTooManyTags: false };
    return created.has(row) ? { outcome: 'created', hasTooManyTags: false } : outcomes.next().value;
  }) as UpsertedRow[];
}

/** Upper and lower case are the same company: the first spelling of the file names it. */
function withOneSpelling(rows: readonly IncomingContact[]): IncomingContact[] {
  const spellings = new Map<string, string>();
  return rows.map((row) => {
    if (row.company === null) return row;
    const key = row.company.toLowerCase();
    const company = spellings.get(key);
    if (company === undefined) spellings.set(key, row.company);
    return company === undefined || company === row.company ? row : { ...row, company };
  });
}

/**
 * The usual case, a file of new people, needs no look-up: the unique indexes say whose addresses are free. Only rows that
 * share no address with another row may go first, since no row before them can change what they find.
 */
async function createFree(
  tx: Transaction,
  scope: UpsertScope,
  rows: readonly IncomingContact[],
  now: Date,
): Promise<Set<IncomingContact>> {
  const shared = sharingAddresses(rows);
  const alone = rows.filter((row) => !shared.has(row) && hasAddress(row));
  const writes = alone.map((row) => ({ ...newContact(row), id: newId<ContactId>() }));
  const ids = await insertFree(tx, scope, writes, now);
  return new Set(alone.filter((_, at) => ids.has(writes[at]?.id ?? '')));
}

/** The rows that have an address in common with another. */
function sharingAddresses(rows: readonly IncomingContact[]): Set<IncomingContact> {
  // An e-mail holds an @ and a phone begins with +, so that they share one map.
  const holders = new Map<string, IncomingContact>();
  const shared = new Set<IncomingContact>();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const holder = holders.get(key);
      if (holder) shared.add(holder).add(row);
      else holders.set(key, row);
    }
  }
  return shared;
}
