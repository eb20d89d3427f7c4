import type { Comparison, Dashboard, Score } from '@escuta/contract/analytics';
import { countedScores, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { formulas } from './metrics/index.ts';
import { groupsOf, sizeOf } from './metrics/metric.ts';
import type { ScoreCounts } from './metrics/metric.ts';
import { sampleOf, soundMin } from './sample.ts';

/** As the counters of a day are before anybody answers. */
export const noScores: ScoreCounts = countedScores.map(() => 0);

/** Counts of two groups together: a score of groups is computed on pooled answers, never as a mean of scores. */
export function pooled(left: ScoreCounts, right: ScoreCounts): ScoreCounts {
  return left.map((count, score) => count + (right[score] ?? 0));
}

/** Answers as a reader may know them. */
export interface Reading {
  readonly metric: Metric;
  /** The answers whose scores are shown: all of them, or those that tell nobody who gave them. */
  readonly counts: ScoreCounts;
  /** How many answered, shown or not. */
  readonly answered: number;
  /** Whether the reader may read each answer by itself. */
  readonly readsEach: boolean;
}

/** The score as a reader sees it: hidden when few answers would tell who gave them. */
export function scoreOf(reading: Reading): Score {
  const { metric, counts, answered, readsEach } = reading;
  const n = sizeOf(counts);
  if (isHidden(reading)) {
    const nobody = groupsOf(metric, noScores);
    return { value: null, lo: null, hi: null, n: answered, sample: 'hidden', groups: nobody, method: null };
  }
  const { value, interval, method } = formulas[metric].estimate(counts);
  const [lo, hi] = [interval?.lo ?? null, interval?.hi ?? null];
  return { value, lo, hi, n, sample: sampleOf(n, readsEach), groups: groupsOf(metric, counts), method };
}

/** What else the answers say, as a reader sees it. */
export function figuresOf(reading: Reading): Dashboard['figures'] {
  if (isHidden(reading)) return [];
  return formulas[reading.metric]
    .figures(reading.counts)
    .map(({ name, value, interval }) => ({ name, value, lo: interval?.lo ?? null, hi: interval?.hi ?? null }));
}

/** How many answers gave each score of the metric, as a reader sees it. */
export function distributionOf(reading: Reading): number[] {
  const counts = isHidden(reading) ? noScores : reading.counts;
  return scoresOf(reading.metric).map((score) => counts[score] ?? 0);
}

function isHidden({ counts, answered, readsEach }: Reading): boolean {
  const n = sizeOf(counts);
  return n === 0 ? answered > 0 : sampleOf(n, readsEach) === 'hidden';
}

/** The word on a change: nothing is said to have risen or fallen that chance explains, or on fewer than 30 answers. */
export function verdictOf(metric: Metric, current: ScoreCounts, previous: ScoreCounts): Comparison['verdict'] {
  if (sizeOf(current) < soundMin || sizeOf(previous) < soundMin) return 'too_few';
  const change = formulas[metric].change(current, previous);
  if (change === 0) return 'steady';
  return change > 0 ? 'rose' : 'fell';
}
