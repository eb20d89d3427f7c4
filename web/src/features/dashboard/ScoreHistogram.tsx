import { groupOf, scoreGroups, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberLink } from '#web/features/dashboard/NumberLink.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { groupShapes } from '#web/ui/group-shapes.ts';
import classes from './ScoreHistogram.module.css';

interface ScoreHistogramProps {
  readonly metric: Metric;
  /** One for each score of the metric, from the lowest up. */
  readonly counts: readonly number[];
  readonly isSmall: boolean;
}

/** How many answers gave each score, tallest as the measure. */
export function ScoreHistogram({ metric, counts, isSmall }: ScoreHistogramProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const tallest = Math.max(1, ...counts);
  const scores = scoresOf(metric);
  const [low = 0, high = 0] = [scores[0], scores.at(-1)];
  const bars = scores.map((score, at) => ({ score, count: counts[at] ?? 0 }));
  return (
    <div className={classes['histogram']}>
      <ol className={classes['scores']} start={low} aria-label={t('distribution.scores', { low, high })}>
        {bars.map(({ score, count }) => (
          <li key={score} data-group={groupOf(metric, score)}>
            <NumberLink behind={{ of: 'score', score }} count={count} className={classes['link']}>
              <VisuallyHidden>{t('distribution.score', { score, count, n: formatNumber(count) })}</VisuallyHidden>
              <span className={classes['column']} aria-hidden="true">
                <span className={`figures ${classes['count']}`}>{count > 0 ? formatNumber(count) : ''}</span>
                <span
                  className={classes['bar']}
                  data-small={isSmall || undefined}
                  data-empty={count === 0 || undefined}
                  style={{ height: `${(count / tallest) * 100}%` }}
                />
              </span>
              <span className={`figures ${classes['score']}`} aria-hidden="true">
                {score}
              </span>
            </NumberLink>
          </li>
        ))}
      </ol>
      <Groups metric={metric} />
    </div>
  );
}

/** Which scores belong to which group, under the scale. */
function Groups({ metric }: { metric: Metric }) {
  return (
    <div className={classes['groups']} aria-hidden="true">
      {scoreGroups.toReversed().map((group) => (
        <span key={group} data-group={group} style={{ gridColumn: `span ${scoresOf(metric, group).length}` }}>
          {groupShapes[group]}
        </span>
      ))}
    </div>
  );
}
