import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from './database.ts';

/** What a function of the database is to write: a call of its own, or a part of what a larger function takes. */
export interface Write {
  /** The rows, as JSON carries them. */
  readonly rows: readonly unknown[];
  /** The call that writes them by itself. */
  readonly call: RawBuilder<unknown>;
}

/** A write of some rows by a function that takes them as JSON; null where there are none. */
export function writeOf(
  rows: readonly unknown[],
  call: (json: RawBuilder<string>) => RawBuilder<unknown>,
): Write | null {
  if (rows.length === 0) return null;
  return {
    rows,
    get call() {
      return call(sql`${JSON.stringify(rows)}::json`);
    },
  };
}

/**
 * The entries of a map in the order of their keys. Whoever writes some of the same rows does it in the same order, so that two
 * batches never wait for each other in a circle.
 */
export function inOrderOfKeys<Key extends string, Value>(map: ReadonlyMap<Key, Value>): [Key, Value][] {
  return [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Makes calls in the order given, in one statement; sends nothing when there are none. */
export async function runWrites(tx: Transaction, writes: readonly (Write | null)[]): Promise<void> {
  const calls = writes.flatMap((write) => (write ? [write.call] : []));
  if (calls.length > 0) await sql`SELECT ${sql.join(calls)}`.execute(tx);
}
