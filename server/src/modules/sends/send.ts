import type { QueueEntry } from '@escuta/contract/sends';

/** The life of a send: `scheduled → releasing → planning → running → done`, with `paused` and `cancelled` beside it. */
export type SendStatus = 'scheduled' | 'releasing' | 'planning' | 'running' | 'paused' | 'done' | 'cancelled';

/** The counters of a send, summed over their shards. All but `openUnknown` are final answers, except `planned`. */
export interface Progress {
  readonly planned: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  /** Unknown results that were closed without an answer. */
  readonly unknown: number;
  /** Unknown results that may still be settled. */
  readonly openUnknown: number;
}

export interface SendFacts {
  readonly status: SendStatus;
  /** Contacts of the audience; fixed once the planner has been through. */
  readonly total: number;
  readonly progress: Progress;
}

type QueueNumbers = Pick<
  QueueEntry,
  | 'status'
  | 'total'
  | 'scheduledSum'
  | 'statusSum'
  | 'percentageScheduled'
  | 'percentageStatus'
  | 'progress'
  | 'processing'
>;

/** How far `percentageStatus` goes before the send is done: 1 means done, and only that (spec 2§3). */
const almostDone = 0.999;

/** What the queue shows of a send. Percentages run from 0 to 1; an empty audience is complete at once (decision 15). */
export function queueNumbers({ status, total, progress }: SendFacts): QueueNumbers {
  const final = finalItems(progress);
  const isDone = status === 'done';
  const percentageStatus = isDone ? 1 : Math.min(share(final, total), almostDone);
  return {
    status: queueStatus(status, progress.planned, percentageStatus),
    total,
    scheduledSum: progress.planned,
    statusSum: progress.accepted,
    percentageScheduled: isDone ? 1 : Math.min(share(progress.planned, total), 1),
    percentageStatus,
    progress: percentageStatus,
    processing: {
      accepted: progress.accepted,
      heldBack: progress.skipped,
      failed: progress.rejected,
      unknown: progress.unknown + progress.openUnknown,
      pending: Math.max(0, total - final - progress.openUnknown),
    },
  };
}

/** Items whose answer will not change. */
export function finalItems({ accepted, rejected, skipped, unknown }: Progress): number {
  return accepted + rejected + skipped + unknown;
}

/** Waiting, processing, finished (QUEUE-19 to 21), and what a person did to the send. */
function queueStatus(status: SendStatus, scheduledSum: number, percentageStatus: number): QueueEntry['status'] {
  if (status === 'cancelled' || status === 'paused') return status;
  if (percentageStatus === 1) return 'finished';
  return scheduledSum === 0 ? 'waiting' : 'processing';
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
