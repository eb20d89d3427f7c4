import type { QueueEntry } from '@escuta/contract/sends';

export const pollMs = 5_000;
/** Above this many items a look at all of them is costly, so it happens less often. */
const manyItems = 5_000;
const manyItemsPollMs = 30_000;

type Progressing = Pick<QueueEntry, 'status' | 'percentageStatus' | 'scheduledSum' | 'schedule_params'>;

interface ShownQueues {
  readonly entries: readonly Progressing[];
  /** The first row of page 1 is the first queue; that of page 2 is not. */
  readonly isFirstPage: boolean;
  /** `first=true` in the address: somebody waits for the first row. */
  readonly isFirstWatched: boolean;
}

/**
 * How often the list asks again, in milliseconds, or false for never: while an entry is active, while the first row is
 * watched, and while the first queue is of default type, the latter two until it finishes (1§4).
 */
export function queuesPollMs({ entries, isFirstPage, isFirstWatched }: ShownQueues): number | false {
  const [first] = isFirstPage ? entries : [];
  const isFirstUnfinished = first !== undefined && isUnfinished(first);
  // A send asked for a moment ago may not be in the list yet.
  const isWatched = isFirstPage && isFirstWatched && (first === undefined || isFirstUnfinished);
  const isFirstOfDefaultType = isFirstUnfinished && first.schedule_params.type === 'default';
  return entries.some(isActive) || isWatched || isFirstOfDefaultType ? pollMs : false;
}

/** How often one queue asks again for its numbers, in milliseconds, or false once it has finished. */
export function queuePollMs(queue: Progressing): number | false {
  return isUnfinished(queue) ? pollMs : false;
}

/** How often the items of a queue are asked for again, in milliseconds, or false once it has finished. */
export function queueItemsPollMs(queue: Progressing & Pick<QueueEntry, 'total'>): number | false {
  if (!isUnfinished(queue)) return false;
  return queue.total > manyItems ? manyItemsPollMs : pollMs;
}

/** Whether the bar over the pages is shown for the newest send of the unit (2§4). */
export function isDelivering(
  newest: Pick<QueueEntry, 'percentageStatus' | 'type' | 'scheduledSum'> | undefined,
): boolean {
  return newest !== undefined && newest.percentageStatus !== 1 && newest.type !== 'nps' && newest.scheduledSum >= 1;
}

/** Whether every message has gone out, and the send waits only to hear of those without an answer of the server. */
export function isAwaitingOnly({ status, processing }: Pick<QueueEntry, 'status' | 'processing'>): boolean {
  return status === 'processing' && processing.pending === 0 && processing.unknown > 0;
}

/** Work is going on: items are planned and not all have their answer. A paused send waits for a person. */
function isActive({ status }: Progressing): boolean {
  return status === 'processing';
}

function isUnfinished({ status, percentageStatus }: Progressing): boolean {
  return percentageStatus !== 1 && status !== 'finished' && status !== 'cancelled';
}
