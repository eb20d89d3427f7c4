import type { IntervalMethod } from '@escuta/contract/metrics';
import { meanOf, sizeOf } from './metric.ts';
import type { Interval, ScoreCounts } from './metric.ts';
import { twoSidedP, z95 } from './normal-distribution.ts';
import { t95 } from './student-t.ts';
import { varianceOf } from './variance.ts';

// cspell:words Efron

/** From so many answers on, the interval of a mean is Student's t (areas §5.3). */
const tAnswersMin = 15;

/**
 * The 95 % interval of the mean of the scores: t with n − 1 degrees of freedom for 15 answers or more, else the bootstrap
 * BCa. Null where fewer answers all agree, or there is one alone: they do not tell how far others would differ.
 */
export function meanInterval(counts: ScoreCounts): { interval: Interval; method: IntervalMethod } | null {
  const n = sizeOf(counts);
  const mean = meanOf(counts);
  if (mean === null) return null;
  if (n >= tAnswersMin) {
    return { interval: tInterval({ n, mean, deviation: Math.sqrt(varianceOf(counts)) }), method: 't' };
  }
  return varianceOf(counts) === 0 ? null : { interval: bcaInterval(counts, mean), method: 'bca' };
}

/** The 95 % interval of a mean: mean ± t · s / √n. */
export function tInterval({ n, mean, deviation }: { n: number; mean: number; deviation: number }): Interval {
  const margin = (t95(n - 1) * deviation) / Math.sqrt(n);
  return { lo: mean - margin, hi: mean + margin };
}

/**
 * The 95 % interval by the bootstrap, corrected for bias and acceleration (Efron 1987). Scores are whole numbers and few, so
 * the resamples need not be drawn: the chance of each sum is known, and the interval is that of infinitely many of them.
 */
function bcaInterval(counts: ScoreCounts, mean: number): Interval {
  const n = sizeOf(counts);
  const chances = chancesOfSums(counts, n);
  const total = counts.reduce((sum, count, score) => sum + count * score, 0);
  const below = chances.slice(0, total).reduce((sum, chance) => sum + chance, 0) + (chances[total] ?? 0) / 2;
  const bias = normalQuantile(below);
  const acceleration = moment(counts, mean, 3) / (6 * moment(counts, mean, 2) ** 1.5);
  const end = (z: number) => {
    const moved = bias + (bias + z) / (1 - acceleration * (bias + z));
    return sumAt(chances, normalShare(moved)) / n;
  };
  return { lo: end(-z95), hi: end(z95) };
}

/** The chance of each sum of `n` scores that are drawn with these frequencies; the place is the sum. */
function chancesOfSums(counts: ScoreCounts, n: number): number[] {
  let chances = [1];
  for (let drawn = 0; drawn < n; drawn += 1) {
    const next = Array.from({ length: chances.length + counts.length - 1 }, () => 0);
    for (const [sum, chance] of chances.entries()) {
      for (const [score, count] of counts.entries())
        next[sum + score] = (next[sum + score] ?? 0) + (chance * count) / n;
    }
    chances = next;
  }
  return chances;
}

/** The lowest sum that so much of the chance lies at or below. */
function sumAt(chances: readonly number[], share: number): number {
  let reached = 0;
  const at = chances.findIndex((chance) => {
    reached += chance;
    // What rounding leaves out of the whole must not move the end.
    return chance > 0 && reached >= share - 1e-12;
  });
  return at >= 0 ? at : chances.findLastIndex((chance) => chance > 0);
}

function moment(counts: ScoreCounts, mean: number, power: number): number {
  return counts.reduce((sum, count, score) => sum + count * (score - mean) ** power, 0);
}

/** How much of the standard normal distribution lies below `z`. */
function normalShare(z: number): number {
  return z < 0 ? twoSidedP(z) / 2 : 1 - twoSidedP(z) / 2;
}

/** Below which so much of the standard normal distribution lies. */
function normalQuantile(share: number): number {
  let [low, high] = [-9, 9];
  for (let half = 0; half < 80; half += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
