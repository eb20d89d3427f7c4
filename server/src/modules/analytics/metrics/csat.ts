import { groupShare } from './group-share.ts';
import { groupsOf, meanOf, sizeOf } from './metric.ts';
import type { MetricFormula, ScoreCounts } from './metric.ts';
import { shareDifference } from './share-difference.ts';

/** The share of the satisfied, 100 · k / n, with the Wilson interval; beside it the mean and the share of the bottom two. */
export const csat: MetricFormula = {
  estimate(counts) {
    const { value, interval } = groupShare('csat', 'top', counts);
    return { value, interval, method: interval && 'wilson' };
  },
  change(current, previous) {
    const difference = shareDifference(satisfied(current), satisfied(previous));
    if (difference && difference.lo > 0) return 1;
    return difference && difference.hi < 0 ? -1 : 0;
  },
  figures: (counts) => [
    { name: 'mean', value: meanOf(counts), interval: null },
    { name: 'bottom_share', ...groupShare('csat', 'bottom', counts) },
  ],
};

function satisfied(counts: ScoreCounts): { k: number; n: number } {
  return { k: groupsOf('csat', counts).top, n: sizeOf(counts) };
}
