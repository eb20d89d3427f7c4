import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '#web/lib/score-text.ts';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './TrendReadout.module.css';

interface TrendReadoutProps {
  readonly metric: Metric;
  /** The point that is looked at, if any. */
  readonly point: TrendPoint | undefined;
  readonly step: Dashboard['trend']['step'];
}

/** The numbers of the point that is looked at, in a strip that is there before them: nothing moves, nothing is covered. */
export function TrendReadout({ metric, point, step }: TrendReadoutProps) {
  return <div className={classes['readout']}>{point && <Numbers metric={metric} point={point} step={step} />}</div>;
}

function Numbers({ metric, point, step }: TrendReadoutProps & { readonly point: TrendPoint }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useTrendWords(metric, step);
  const metricWords = useMetricWords(metric);
  const { score } = point;
  return (
    <>
      <span className={classes['period']}>{words.periodWithWeekday(point)}</span>
      <span className={`figures ${classes['score']}`}>
        {metricWords.name} {formatScore(metric, score.value)}
      </span>
      {score.lo !== null && score.hi !== null && (
        <span className="figures">
          {t('interval', { lo: formatScore(metric, score.lo), hi: formatScore(metric, score.hi) })}
        </span>
      )}
      <span className="figures">{t('answers', { count: score.n, n: formatNumber(score.n) })}</span>
      {score.sample === 'small' && <SmallSampleMark />}
    </>
  );
}
