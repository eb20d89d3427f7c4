import type { Dashboard, Score } from '@escuta/contract/analytics';
import { definitionOf, scoreGroups } from '@escuta/contract/metrics';
import type { ScoreGroup } from '@escuta/contract/metrics';

/** Shares are shown with one decimal of a percent. */
const parts = 1000;
const groupOfFigure = { mean: undefined, top_share: 'top', bottom_share: 'bottom' } as const;

/**
 * The share of each group from 0 to 1, rounded to a tenth of a percent so that together they are 1: the method of the
 * largest remainder. A share that the score card states too keeps the rounding that it has there. Null of no answer.
 */
export function groupSharesShown({
  metric,
  score,
  figures,
}: Pick<Dashboard, 'metric' | 'score' | 'figures'>): Score['groups'] | null {
  const n = scoreGroups.reduce((sum, group) => sum + score.groups[group], 0);
  if (n === 0) return null;
  const stated = new Set<ScoreGroup | undefined>(figures.map(({ name }) => groupOfFigure[name]));
  if (definitionOf(metric).isPercent) stated.add('top');
  const exact = (group: ScoreGroup) => (parts * score.groups[group]) / n;
  const shown = { top: 0, middle: 0, bottom: 0 };
  for (const group of scoreGroups)
    shown[group] = stated.has(group) ? Math.round(exact(group)) : Math.floor(exact(group));
  const missing = parts - shown.top - shown.middle - shown.bottom;
  // In whole numbers, so that equal remainders are equal: of those the larger group, which it changes least.
  const remainder = (group: ScoreGroup) => (parts * score.groups[group]) % n;
  const free = scoreGroups
    .filter((group) => !stated.has(group))
    .toSorted((left, right) => remainder(right) - remainder(left) || score.groups[right] - score.groups[left]);
  for (const group of free.slice(0, Math.max(0, missing))) shown[group] += 1;
  // Two stated halves were both rounded up, and there is nobody else to take it from.
  if (missing < 0) shown.bottom += missing;
  return { top: shown.top / parts, middle: shown.middle / parts, bottom: shown.bottom / parts };
}
