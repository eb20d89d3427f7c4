import type { Interval } from './metric.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** `k` of `n`. */
interface Share {
  readonly k: number;
  readonly n: number;
}

/**
 * The 95 % interval of the difference of two independent shares, from −1 to 1: Newcombe's hybrid of their Wilson intervals
 * (Newcombe 1998, method 10). Null when one of them is of nobody. It holds 0 where chance explains the difference.
 */
export function shareDifference(current: Share, previous: Share): Interval | null {
  const [now, before] = [wilsonInterval(current.k, current.n), wilsonInterval(previous.k, previous.n)];
  if (!now || !before) return null;
  const [p1, p2] = [current.k / current.n, previous.k / previous.n];
  return {
    lo: p1 - p2 - Math.hypot(p1 - now.lo, before.hi - p2),
    hi: p1 - p2 + Math.hypot(now.hi - p1, p2 - before.lo),
  };
}
