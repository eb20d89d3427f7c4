import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { followHandOver, handingOver, handOver } from './hand-over.ts';
import type { HandedItem, HandOver } from './hand-over.ts';
import type { BatchOutcome } from '#platform/dispatch/work.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import { takeMailboxes } from './quarantine-look-up.ts';
import { followResults, settling, writeResults } from './write-results.ts';
import type { Batch } from './write-results.ts';

/**
 * Hands items of one company over and writes the results of others, in the open transaction and, where both are due, in
 * one statement: under load a round trip costs more than what it carries. The counters of the day, which answers count in
 * too, are the last rows to be locked.
 */
export async function writeBatch(
  tx: Transaction,
  asked: Omit<HandOver, 'quarantined'> & Batch,
): Promise<BatchOutcome<ClaimedItem, ItemResult>> {
  const batch = { ...asked, quarantined: await takeMailboxes(tx, asked) };
  if (batch.items.length === 0 || batch.settled.length === 0) {
    const allowed = await handOver(tx, batch);
    return { allowed, counting: await writeResults(tx, batch) };
  }
  const { rows } = await sql<HandedItem & { is_handed: boolean }>`
    WITH ${handingOver(batch)}, ${settling(batch)}
    SELECT true AS is_handed, id, send_id, state, row FROM handed
    UNION ALL
    SELECT false, id, NULL, NULL, NULL FROM written
  `.execute(tx);
  const { handed = [], written = [] } = Object.groupBy(rows, (row) => (row.is_handed ? 'handed' : 'written'));
  return {
    allowed: await followHandOver(tx, batch, handed),
    counting: await followResults(tx, batch, written),
  };
}
