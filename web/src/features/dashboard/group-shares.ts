import type { Dashboard, Score } from '@escuta/contract/analytics';
import { definitionOf, scoreGroups } from '@escuta/contract/metrics';
import type { ScoreGroup } from '@escuta/contract/metrics';
import { sharesShown } from '#web/lib/shares.ts';

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
  const places = new Set(scoreGroups.flatMap((group, at) => (stated.has(group) ? [at] : [])));
  const [top = 0, middle = 0, bottom = 0] = sharesShown(
    scoreGroups.map((group) => score.groups[group]),
    places,
  );
  return { top, middle, bottom };
}
