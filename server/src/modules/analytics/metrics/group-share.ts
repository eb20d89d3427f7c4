import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { groupsOf, sizeOf } from './metric.ts';
import type { Interval, ScoreCounts } from './metric.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** The share of a score group in percent, with its Wilson interval; null of no answer. */
export function groupShare(
  metric: Metric,
  group: ScoreGroup,
  counts: ScoreCounts,
): { value: number | null; interval: Interval | null } {
  const n = sizeOf(counts);
  const k = groupsOf(metric, counts)[group];
  const share = wilsonInterval(k, n);
  return { value: n === 0 ? null : (100 * k) / n, interval: share && { lo: 100 * share.lo, hi: 100 * share.hi } };
}
