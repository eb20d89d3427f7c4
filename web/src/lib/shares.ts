/** Shares are shown with one decimal of a percent. */
const parts = 1000;

/**
 * The share of each count from 0 to 1, rounded to a tenth of a percent so that together they are 1: the method of the
 * largest remainder. Those at the places `stated` are rounded for themselves, as another place shows them. The sum of the
 * counts is more than 0.
 */
export function sharesShown(counts: readonly number[], stated: ReadonlySet<number> = new Set()): number[] {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const shown = counts.map((count, at) => (stated.has(at) ? Math.round : Math.floor)((parts * count) / n));
  const missing = parts - shown.reduce((sum, share) => sum + share, 0);
  // In whole numbers, so that equal remainders are equal: of those the larger count, which it changes least.
  const free = counts
    .map((count, at) => ({ at, count, remainder: (parts * count) % n }))
    .filter(({ at }) => !stated.has(at))
    .toSorted((left, right) => right.remainder - left.remainder || right.count - left.count);
  for (const { at } of free.slice(0, Math.max(0, missing))) shown[at]! += 1;
  // Two stated halves were both rounded up, and there is nobody else to take it from.
  if (missing < 0) shown[Math.max(...stated)]! += missing;
  return shown.map((share) => share / parts);
}
