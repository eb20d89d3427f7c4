import type { ScoreGroup } from '@escuta/contract/metrics';
import { groupsOf } from './metric.ts';
import type { Interval, MetricFormula } from './metric.ts';
import { twoSidedP, z95 } from './normal-distribution.ts';

/** How many people fall into each group. */
export type Groups = Readonly<Record<ScoreGroup, number>>;

/** The Z of the difference of two scores, its two-sided p-value, and whether it passes at 95 %. */
export interface Difference {
  readonly z: number;
  readonly p: number;
  readonly significant: boolean;
}

/** What the adjusted interval adds to each outer group, and to n (Rocks 2016). */
const addedToGroup = 0.75;
const addedToSize = 3;
const significantZ = 1.96;

/** 100 · (promoters − detractors) / n, with the adjusted Wald interval. */
export const nps: MetricFormula = {
  estimate(counts) {
    const groups = groupsOf('nps', counts);
    const interval = npsInterval(groups);
    return { value: npsOf(groups), interval, method: interval && 'adjusted-wald' };
  },
  change(current, previous) {
    const difference = differenceOf(groupsOf('nps', current), groupsOf('nps', previous));
    if (!difference?.significant) return 0;
    return difference.z > 0 ? 1 : -1;
  },
  figures: () => [],
};

/** The net promoter score: 100·(P − D)/n, from −100 to 100; null when nobody answered. */
export function npsOf(groups: Groups): number | null {
  const n = sizeOf(groups);
  return n === 0 ? null : (100 * (groups.top - groups.bottom)) / n;
}

/** The margin of a 95 % interval without adjustment: 100·z·√(s²/n) points. It is 0 when all answer alike. */
export function plainMargin(groups: Groups): number | null {
  const n = sizeOf(groups);
  if (n === 0) return null;
  return 100 * z95 * Math.sqrt(varianceOf(groups.top / n, groups.bottom / n) / n);
}

/**
 * The 95 % interval that we show: adjusted Wald (Rocks 2016, areas §5.1), clipped to ±100. It holds its promise with
 * few answers, where the plain one collapses. NOTE: a single promoter or detractor lies outside it (100, [−48.5, 98.5]).
 */
export function npsInterval(groups: Groups): Interval | null {
  if (sizeOf(groups) === 0) return null;
  const { n, difference, variance } = adjusted(groups);
  const margin = z95 * Math.sqrt(variance / n);
  return { lo: Math.max(-100, 100 * (difference - margin)), hi: Math.min(100, 100 * (difference + margin)) };
}

/** Tests whether two independent groups differ, on adjusted quantities; null when one of them is empty. */
export function differenceOf(current: Groups, previous: Groups): Difference | null {
  if (sizeOf(current) === 0 || sizeOf(previous) === 0) return null;
  const now = adjusted(current);
  const before = adjusted(previous);
  const z = (now.difference - before.difference) / Math.sqrt(now.variance / now.n + before.variance / before.n);
  return { z, p: twoSidedP(z), significant: Math.abs(z) >= significantZ };
}

/** How many answers a margin needs: `margin` and `variance` on the scale of −1 to 1 (±5 points is 0.05). */
export function answersNeeded(margin: number, variance: number): number {
  return Math.ceil((z95 ** 2 * variance) / margin ** 2 - addedToSize);
}

function adjusted(groups: Groups): { n: number; difference: number; variance: number } {
  const n = sizeOf(groups) + addedToSize;
  const promoters = (groups.top + addedToGroup) / n;
  const detractors = (groups.bottom + addedToGroup) / n;
  return { n, difference: promoters - detractors, variance: varianceOf(promoters, detractors) };
}

/** The variance of one answer coded −1, 0, +1, from the shares of promoters and detractors. */
function varianceOf(promoters: number, detractors: number): number {
  return promoters + detractors - (promoters - detractors) ** 2;
}

function sizeOf({ top, middle, bottom }: Groups): number {
  return top + middle + bottom;
}
