import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '#web/features/dashboard/score-text.ts';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './TrendTooltip.module.css';

interface TrendTooltipProps {
  readonly metric: Metric;
  readonly point: TrendPoint;
  readonly step: Dashboard['trend']['step'];
  /** Where the point is, in pixels of a chart of this width. */
  readonly x: number;
  readonly width: number;
}

const distance = 14;

/** The numbers of the point that is looked at, beside it and never over it. */
export function TrendTooltip({ metric, point, step, x, width }: TrendTooltipProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useTrendWords(metric, step);
  const { score } = point;
  const isLeft = x > width / 2;
  return (
    <div
      className={classes['tooltip']}
      style={isLeft ? { insetInlineEnd: width - x + distance } : { insetInlineStart: x + distance }}
    >
      <span className={classes['period']}>{words.period(point)}</span>
      <span className={`figures ${classes['score']}`}>{formatScore(metric, score.value)}</span>
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
