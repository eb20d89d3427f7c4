import { useTranslation } from 'react-i18next';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import classes from './TrendLegend.module.css';

/** What the marks of the trend mean. */
export function TrendLegend({ hasSmall }: { hasSmall: boolean }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <div className={classes['legend']}>
      <span className={classes['entry']}>
        <span className={classes['line']} aria-hidden="true" />
        {t('nps.title')}
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
