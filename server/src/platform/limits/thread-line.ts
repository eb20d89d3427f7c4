import pLimit from 'p-limit';
import { refuse } from '#platform/http/refusal.ts';

/** By when the line has moved on. */
const retryAfter = 5;

/** Runs a work once its turn has come, and answers what it answers. */
export type ThreadLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A line for long work on the threads of libuv: `atOnce` at most are worked on in this process, and of `waitingMax` that wait,
 * the next is refused with TOO_MANY_REQUESTS. Files, names of hosts and compression have the same threads, four of them: with
 * all of them taken, everything else stands behind a burst. So all lines together leave one.
 */
export function openThreadLine({ atOnce, waitingMax = Infinity }: { atOnce: number; waitingMax?: number }): ThreadLine {
  const line = pLimit(atOnce);
  return async (work) => {
    if (line.activeCount + line.pendingCount >= atOnce + waitingMax) throw refuse('TOO_MANY_REQUESTS', { retryAfter });
    return line(work);
  };
}
