import { groupShare } from './group-share.ts';
import { meanInterval } from './mean-interval.ts';
import { meanOf, sizeOf } from './metric.ts';
import type { MetricFormula, ScoreCounts } from './metric.ts';
import { twoSidedP } from './student-t.ts';
import { varianceOf } from './variance.ts';

const significantP = 0.05;

/** The mean of how far people agree that it was easy, from 1 to 7, with its interval; beside it the share of the top three. */
export const ces: MetricFormula = {
  estimate(counts) {
    const found = meanInterval(counts);
    return { value: meanOf(counts), interval: found?.interval ?? null, method: found?.method ?? null };
  },
  change(current, previous) {
    const difference = (meanOf(current) ?? 0) - (meanOf(previous) ?? 0);
    const p = welchP(current, previous, difference);
    return p !== null && p < significantP && difference !== 0 ? (Math.sign(difference) as -1 | 1) : 0;
  },
  figures: (counts) => [{ name: 'top_share', ...groupShare('ces', 'top', counts) }],
};

/** The two-sided p of the difference of two means (Welch 1947); null where there are fewer than two answers. */
function welchP(current: ScoreCounts, previous: ScoreCounts, difference: number): number | null {
  const [n1, n2] = [sizeOf(current), sizeOf(previous)];
  if (n1 < 2 || n2 < 2) return null;
  const [e1, e2] = [varianceOf(current) / n1, varianceOf(previous) / n2];
  // Nobody of either differs from the others: any difference is one.
  if (e1 + e2 === 0) return difference === 0 ? 1 : 0;
  const freedom = (e1 + e2) ** 2 / (e1 ** 2 / (n1 - 1) + e2 ** 2 / (n2 - 1));
  return twoSidedP(difference / Math.sqrt(e1 + e2), freedom);
}
