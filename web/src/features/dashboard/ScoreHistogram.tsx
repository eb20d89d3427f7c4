import { scoreGroup } from '@escuta/contract/score';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './ScoreHistogram.module.css';

/** How many answers gave each score from 0 to 10, tallest as the measure. */
export function ScoreHistogram({ counts, isSmall }: { counts: readonly number[]; isSmall: boolean }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const tallest = Math.max(1, ...counts);
  return (
    <ol className={classes['scores']} start={0} aria-label={t('distribution.scores')}>
      {counts.map((count, score) => (
        <li key={score} data-group={scoreGroup(score)}>
          <VisuallyHidden>{t('distribution.score', { score, count, n: formatNumber(count) })}</VisuallyHidden>
          <div className={classes['column']} aria-hidden="true">
            <span className={`figures ${classes['count']}`}>{count > 0 ? formatNumber(count) : ''}</span>
            <span
              className={classes['bar']}
              data-small={isSmall || undefined}
              data-empty={count === 0 || undefined}
              style={{ height: `${(count / tallest) * 100}%` }}
            />
          </div>
          <span className={`figures ${classes['score']}`} aria-hidden="true">
            {score}
          </span>
        </li>
      ))}
    </ol>
  );
}
