import { meanOf, sizeOf } from './metric.ts';
import type { ScoreCounts } from './metric.ts';

/** The variance of the scores as a sample of more (n − 1 in the denominator); 0 of fewer than two. */
export function varianceOf(counts: ScoreCounts): number {
  const n = sizeOf(counts);
  const mean = meanOf(counts) ?? 0;
  if (n < 2) return 0;
  return counts.reduce((sum, count, score) => sum + count * (score - mean) ** 2, 0) / (n - 1);
}
