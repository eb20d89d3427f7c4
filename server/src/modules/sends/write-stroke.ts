import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { followHandOver, handingOver, handOver } from './hand-over.ts';
import type { HandedItem, HandOver } from './hand-over.ts';
import { takeMailboxes } from './quarantine-look-up.ts';
import { followResults, settling, writeResults } from './write-results.ts';
import type { Batch, Settled } from './write-results.ts';

/** What came of a stroke: which items may leave now, by their ids, and which results count. */
export interface Stroke {
  readonly allowed: ReadonlySet<string>;
  readonly counting: readonly Settled[];
}

/**
 * Hands items of one company over and writes the results of others, in the open transaction and, where both are due, in
 * one statement: under load a round trip costs more than what it carries. The counters of the day, which answers count in
 * too, are the last rows to be locked.
 */
export async function writeStroke(tx: Transaction, asked: Omit<HandOver, 'quarantined'> & Batch): Promise<Stroke> {
  const stroke = { ...asked, quarantined: await takeMailboxes(tx, asked) };
  if (stroke.items.length === 0 || stroke.settled.length === 0) {
    const allowed = await handOver(tx, stroke);
    return { allowed, counting: await writeResults(tx, stroke) };
  }
  const { rows } = await sql<HandedItem & { is_handed: boolean }>`
    WITH ${handingOver(stroke)}, ${settling(stroke)}
    SELECT true AS is_handed, id, send_id, state, row FROM handed
    UNION ALL
    SELECT false, id, NULL, NULL, NULL FROM written
  `.execute(tx);
  const { handed = [], written = [] } = Object.groupBy(rows, (row) => (row.is_handed ? 'handed' : 'written'));
  return {
    allowed: await followHandOver(tx, stroke, handed),
    counting: await followResults(tx, stroke, written),
  };
}
