import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '#web/features/dashboard/score-text.ts';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { frame } from '#web/features/dashboard/trend-plot.ts';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './TrendTooltip.module.css';

interface TrendTooltipProps {
  readonly metric: Metric;
  readonly point: TrendPoint;
  readonly step: Dashboard['trend']['step'];
  /** Where the point is, in pixels of a chart of this width. */
  readonly x: number;
  readonly width: number;
}

const distance = 4;

/** The numbers of the point that is looked at, in the half of the chart where it is not. */
export function TrendTooltip({ metric, point, step, x, width }: TrendTooltipProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useTrendWords(metric, step);
  const metricWords = useMetricWords(metric);
  const { score } = point;
  const isRight = x > width / 2;
  return (
    <div
      className={classes['tooltip']}
      style={isRight ? { insetInlineStart: frame.left + distance } : { insetInlineEnd: frame.right + distance }}
    >
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
    </div>
  );
}
