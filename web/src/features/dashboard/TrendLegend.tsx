import type { TrendPoint } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';
import { hasLine } from '#web/features/dashboard/trend-plot.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './TrendLegend.module.css';

/** What the marks of the trend mean: those that are drawn. */
export function TrendLegend({ metric, points }: { metric: Metric; points: readonly TrendPoint[] }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(metric);
  return (
    <div className={classes['legend']}>
      {points.some(({ score }) => score.value !== null) && (
        <span className={classes['entry']}>
          <span className={classes['line']} data-mark={hasLine(points) ? 'line' : 'dot'} aria-hidden="true" />
          {words.name}
        </span>
      )}
      {points.some(({ score }) => score.lo !== null) && (
        <span className={classes['entry']}>
          <span className={classes['band']} aria-hidden="true" />
          {t('trend.column.interval')}
        </span>
      )}
      <span className={classes['entry']}>
        <span className={classes['bar']} aria-hidden="true" />
        {t('trend.column.answers')}
      </span>
      {points.some(({ score }) => score.sample === 'small') && <SmallSampleMark />}
    </div>
  );
}
