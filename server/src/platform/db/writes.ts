import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from './database.ts';

/** A call of a function of the database that has not been made yet, so that several go in one round trip. */
export type Write = RawBuilder<unknown>;

/**
 * Makes calls in the order given, in one statement, and answers what each returned, by its place; a place may be empty.
 * Sends nothing when all are.
 */
export async function runWrites(tx: Transaction, writes: readonly (Write | null)[]): Promise<readonly unknown[]> {
  const named = writes.flatMap((write, place) => (write ? [sql`${write} AS ${sql.id(`w${place}`)}`] : []));
  if (named.length === 0) return writes.map(() => undefined);
  const { rows } = await sql<Record<string, unknown>>`SELECT ${sql.join(named)}`.execute(tx);
  return writes.map((_, place) => rows[0]?.[`w${place}`]);
}
