import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './TrendLegend.module.css';

/** What the marks of the trend mean. */
export function TrendLegend({ metric, hasSmall }: { metric: Metric; hasSmall: boolean }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(metric);
  return (
    <div className={classes['legend']}>
      <span className={classes['entry']}>
        <span className={classes['line']} aria-hidden="true" />
        {words.name}
      </span>
      <span className={classes['entry']}>
        <span className={classes['band']} aria-hidden="true" />
        {t('trend.column.interval')}
      </span>
      <span className={classes['entry']}>
        <span className={classes['bar']} aria-hidden="true" />
        {t('trend.column.answers')}
      </span>
      {hasSmall && <SmallSampleMark />}
    </div>
  );
}
