import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { Progress } from './send.ts';

export interface ProgressDelta extends Partial<Progress> {
  readonly sendId: SendId;
  /** Accepted items whose contacts know of it. */
  readonly marked?: number;
}

/*
 * Who counts in which rows. A row is held until its transaction ends, and for as long by a worker that is frozen inside: so
 * nobody shares one with a worker.
 */

/** Counters of a send that only whoever holds the send's row writes: its planner, or the worker that looks after it. */
export const holdersShard = 0;

/** Counters that answers write, of a send and of the days. */
export const answersShards = { ofSend: -1, ofDays: 0 } as const;

/** Counters of a send that acts write which take people out of it. */
export const erasuresShard = -2;

/** The shard of one worker as long as it lives. Those below 16 were shared by workers of earlier releases. */
export function chooseShard(): number {
  return randomInt(16, 32_768);
}

/** Adds to the counters of sends, one delta per send; rows are locked in the order of the sends' ids. */
export async function addProgress(
  tx: Transaction,
  { companyId, shard, deltas }: { companyId: CompanyId; shard: number; deltas: readonly ProgressDelta[] },
): Promise<void> {
  if (deltas.length === 0) return;
  const column = (name: keyof Progress | 'marked') => deltas.map((delta) => delta[name] ?? 0);
  await sql`
    INSERT INTO send_progress (company_id, send_id, shard, planned, accepted, rejected, skipped, unknown, open_unknown, marked)
    SELECT ${companyId}, send_id, ${shard}, planned, accepted, rejected, skipped, unknown, open_unknown, marked
    FROM unnest(
      ${deltas.map((delta) => delta.sendId)}::uuid[], ${column('planned')}::int[], ${column('accepted')}::int[], ${column('rejected')}::int[],
      ${column('skipped')}::int[], ${column('unknown')}::int[], ${column('openUnknown')}::int[], ${column('marked')}::int[]
    ) AS delta (send_id, planned, accepted, rejected, skipped, unknown, open_unknown, marked)
    ORDER BY send_id
    ON CONFLICT (company_id, send_id, shard) DO UPDATE SET
      planned = send_progress.planned + excluded.planned,
      accepted = send_progress.accepted + excluded.accepted,
      rejected = send_progress.rejected + excluded.rejected,
      skipped = send_progress.skipped + excluded.skipped,
      unknown = send_progress.unknown + excluded.unknown,
      open_unknown = send_progress.open_unknown + excluded.open_unknown,
      marked = send_progress.marked + excluded.marked
  `.execute(tx);
}

/** How many contacts of a send a worker has marked in its life. */
export interface MarkTotal {
  readonly sendId: SendId;
  readonly marked: number;
}

/**
 * Notes in a worker's own rows how many contacts it has marked, as totals that only rise: a worker that does not know whether
 * its transaction was committed writes the same once more, and nothing counts twice.
 */
export async function noteMarked(
  tx: Transaction,
  { companyId, shard, totals }: { companyId: CompanyId; shard: number; totals: readonly MarkTotal[] },
): Promise<void> {
  await sql`
    INSERT INTO send_progress (company_id, send_id, shard, marked)
    SELECT ${companyId}, send_id, ${shard}, marked
    FROM unnest(${totals.map(({ sendId }) => sendId)}::uuid[], ${totals.map(({ marked }) => marked)}::int[]) AS total (send_id, marked)
    ORDER BY send_id
    ON CONFLICT (company_id, send_id, shard) DO UPDATE SET marked = greatest(send_progress.marked, excluded.marked)
  `.execute(tx);
}

/** The counters of one send, summed over its shards. */
export function readProgress(
  tx: Transaction,
  { companyId, sendId }: { companyId: CompanyId; sendId: SendId },
): Promise<Progress & { readonly marked: number }> {
  return tx
    .selectFrom('send_progress')
    .select([
      sql<number>`coalesce(sum(planned), 0)::int`.as('planned'),
      sql<number>`coalesce(sum(accepted), 0)::int`.as('accepted'),
      sql<number>`coalesce(sum(rejected), 0)::int`.as('rejected'),
      sql<number>`coalesce(sum(skipped), 0)::int`.as('skipped'),
      sql<number>`coalesce(sum(unknown), 0)::int`.as('unknown'),
      sql<number>`coalesce(sum(open_unknown), 0)::int`.as('openUnknown'),
      sql<number>`coalesce(sum(marked), 0)::int`.as('marked'),
    ])
    .where('company_id', '=', companyId)
    .where('send_id', '=', sendId)
    .executeTakeFirstOrThrow();
}
