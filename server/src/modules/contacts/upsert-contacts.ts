import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { decideUpsert } from './upsert-decision.ts';
import type { IncomingContact, UpsertOutcome, UpsertPlace } from './upsert-decision.ts';
import { findContactsByAddress, writeUpserts } from './upsert-statements.ts';
import type { Write } from './upsert-statements.ts';

interface Pending extends IncomingContact {
  readonly at: number;
}

/**
 * Creates and changes many contacts in a few statements, whatever their number. Each is matched by e-mail, then by phone;
 * what is null changes nothing. A contact that this import has touched already is `duplicate_in_file`: which of two rows
 * holds the truth is the person's to say, and a silent winner would hide the question.
 * @returns what became of each row, in their order.
 */
export async function upsertContacts(
  tx: Transaction,
  place: UpsertPlace,
  rows: readonly IncomingContact[],
  now: Date,
): Promise<UpsertOutcome[]> {
  const outcomes = new Map<number, UpsertOutcome>();
  let left: Pending[] = rows.map((row, at) => ({ ...row, at }));
  // Rows that share an address wait for the one before them, so that each turn can be written as a set.
  while (left.length > 0) {
    const { turn, later } = splitByAddress(left);
    const postponed = await upsertTurn(tx, { place, now }, turn, outcomes);
    const open = later.filter((row) => !settledByTwin(row, turn, outcomes));
    left = [...postponed, ...open].sort((one, other) => one.at - other.at);
  }
  return rows.map((_, at) => {
    const outcome = outcomes.get(at);
    if (!outcome) throw new Error('a row was left without an outcome');
    return outcome;
  });
}

interface Turn {
  readonly rows: readonly Pending[];
  readonly byAddress: ReadonlyMap<string, Pending>;
}

function splitByAddress(rows: readonly Pending[]): { turn: Turn; later: Pending[] } {
  const seen = new Set<string>();
  const byAddress = new Map<string, Pending>();
  const now: Pending[] = [];
  const later: Pending[] = [];
  for (const row of rows) {
    const addresses = addressesOf(row);
    const isFree = !addresses.some((address) => seen.has(address));
    (isFree ? now : later).push(row);
    for (const address of addresses) {
      seen.add(address);
      if (isFree) byAddress.set(address, row);
    }
  }
  return { turn: { rows: now, byAddress }, later };
}

/** Settles a row whose address was just used, or one that repeats a row that was just refused. */
function settledByTwin(row: Pending, { byAddress }: Turn, outcomes: Map<number, UpsertOutcome>): boolean {
  for (const address of addressesOf(row)) {
    const twin = byAddress.get(address);
    const outcome = twin && outcomes.get(twin.at);
    if (!twin || !outcome) continue;
    const isApplied = outcome === 'created' || outcome === 'updated' || outcome === 'unchanged';
    if (!isApplied && (twin.email !== row.email || twin.tel !== row.tel)) continue;
    outcomes.set(row.at, isApplied ? 'duplicate_in_file' : outcome);
    return true;
  }
  return false;
}

// An e-mail holds an @ and a phone begins with +, so that they share one set.
function addressesOf({ email, tel }: IncomingContact): string[] {
  return [email, tel].filter((address) => address !== null);
}

/** Decides and writes the rows of one turn. Those that fall on a contact which this turn changes already come back. */
async function upsertTurn(
  tx: Transaction,
  { place, now }: { place: UpsertPlace; now: Date },
  { rows }: Turn,
  outcomes: Map<number, UpsertOutcome>,
): Promise<Pending[]> {
  const existing = await findContactsByAddress(tx, place, rows);
  const targets = new Set<string>();
  const writes: Write[] = [];
  const postponed: Pending[] = [];
  for (const row of rows) {
    const match = { byEmail: existing.byEmail.get(row.email ?? ''), byTel: existing.byTel.get(row.tel ?? '') };
    const decision = decideUpsert(row, match, place);
    if (decision.target && targets.has(decision.target.id)) {
      postponed.push(row);
      continue;
    }
    outcomes.set(row.at, decision.outcome);
    if (decision.target) targets.add(decision.target.id);
    if (decision.outcome === 'created') writes.push({ ...decision.values, id: newId(), kind: 'created' });
    else if (decision.target) writes.push({ ...decision.values, id: decision.target.id, kind: decision.outcome });
  }
  await writeUpserts(tx, place, writes, now);
  return postponed;
}
