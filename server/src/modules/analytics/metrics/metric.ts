import type { FigureName, IntervalMethod, Metric, ScoreGroup } from '@escuta/contract/metrics';
import { groupOf } from '@escuta/contract/metrics';

/** How many answers gave each score, from 0 up; the place is the score. */
export type ScoreCounts = readonly number[];

/** From `lo` to `hi`, in the unit of what it is about. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

/** What many answers come to, with its 95 % interval; each null where the answers are too few to say. */
export interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly method: IntervalMethod | null;
}

/** The formulas of one metric. */
export interface MetricFormula {
  estimate(counts: ScoreCounts): Estimate;
  /** 1 or −1 where the current answers are better or worse than the earlier ones beyond chance, at 95 %; else 0. */
  change(current: ScoreCounts, previous: ScoreCounts): -1 | 0 | 1;
  /** What else the same answers say. */
  figures(counts: ScoreCounts): readonly ({ readonly name: FigureName } & Omit<Estimate, 'method'>)[];
}

/** How many answers there are. */
export function sizeOf(counts: ScoreCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many answers fell into each group of a metric. */
export function groupsOf(metric: Metric, counts: ScoreCounts): Record<ScoreGroup, number> {
  const groups = { top: 0, middle: 0, bottom: 0 };
  for (const [score, count] of counts.entries()) groups[groupOf(metric, score)] += count;
  return groups;
}

/** The mean score; null of no answer. */
export function meanOf(counts: ScoreCounts): number | null {
  const n = sizeOf(counts);
  return n === 0 ? null : counts.reduce((sum, count, score) => sum + count * score, 0) / n;
}
