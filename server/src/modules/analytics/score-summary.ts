import type { Comparison, Score } from '@escuta/contract/analytics';
import { differenceOf, groupsOf, npsInterval, npsOf, sizeOf } from './nps-score.ts';
import { sampleOf, soundMin } from './sample.ts';

/** How many answers gave each score from 0 to 10. */
export type ScoreCounts = readonly number[];

export const noScores: ScoreCounts = Array.from({ length: 11 }, () => 0);

/** Counts of two groups together: a score of groups is computed on pooled answers, never as a mean of scores. */
export function pooled(left: ScoreCounts, right: ScoreCounts): ScoreCounts {
  return left.map((count, score) => count + (right[score] ?? 0));
}

/** Answers as a reader may know them. */
export interface Reading {
  /** The answers whose scores are shown: all of them, or those that tell nobody who gave them. */
  readonly counts: ScoreCounts;
  /** How many answered, shown or not. */
  readonly answered: number;
  readonly mayIdentify: boolean;
}

/** The score as a reader sees it: hidden when few answers would tell who gave them. */
export function scoreOf({ counts, answered, mayIdentify }: Reading): Score {
  const groups = groupsOf(counts);
  const n = sizeOf(groups);
  const sample = n === 0 && answered > 0 ? 'hidden' : sampleOf(n, mayIdentify);
  const method = 'adjusted-wald';
  if (sample === 'hidden')
    return { value: null, lo: null, hi: null, n: answered, sample, promoters: 0, passives: 0, detractors: 0, method };
  const interval = npsInterval(groups);
  return { value: npsOf(groups), lo: interval?.lo ?? null, hi: interval?.hi ?? null, n, sample, ...groups, method };
}

/** The distribution as a reader sees it. */
export function distributionOf(reading: Reading): number[] {
  return scoreOf(reading).sample === 'hidden' ? [...noScores] : [...reading.counts];
}

/** The word on a change: nothing is said to have risen or fallen that chance explains, or on fewer than 30 answers. */
export function verdictOf(current: ScoreCounts, previous: ScoreCounts): Comparison['verdict'] {
  const [now, before] = [groupsOf(current), groupsOf(previous)];
  if (sizeOf(now) < soundMin || sizeOf(before) < soundMin) return 'too_few';
  const difference = differenceOf(now, before);
  if (!difference?.significant) return 'steady';
  return difference.z > 0 ? 'rose' : 'fell';
}
