import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '#web/lib/score-text.ts';
import { formatDay, formatDays, formatMonth, formatNumber, formatShortDay, formatWeekday } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';

type Trend = Dashboard['trend'];

/** The words for the points of a metric's trend, by its step. */
export function useTrendWords(metric: Metric, step: Trend['step']) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { name } = useMetricWords(metric);
  /** '20 nov 2026', '14 – 20 nov 2026' or 'nov 2026'. */
  const period = ({ start, end }: TrendPoint): string => {
    if (step === 'day') return formatDay(start);
    if (step === 'month') return formatMonth(start);
    return formatDays({ from: start, to: end });
  };
  /** '42 (IC 95%: 30 a 54)' */
  const score = ({ score: { value, lo, hi } }: TrendPoint): string =>
    value === null || lo === null || hi === null
      ? '—'
      : t('trend.scoreWithInterval', {
          score: formatScore(metric, value),
          lo: formatScore(metric, lo),
          hi: formatScore(metric, hi),
        });
  return {
    period,
    /** 'sex, 20 nov 2026'; weeks and months as `period`. */
    periodWithWeekday: (point: TrendPoint): string =>
      step === 'day' ? `${formatWeekday(point.start)}, ${period(point)}` : period(point),
    /** What stands under the point. */
    shortLabel: (start: string): string => (step === 'month' ? formatMonth(start) : formatShortDay(start)),
    /** Everything about a point in one sentence; empty when there is none. */
    point: (point: TrendPoint | undefined): string => {
      if (!point) return '';
      const words = t('trend.point', {
        metric: name,
        period: period(point),
        score: score(point),
        answers: t('answers', { count: point.score.n, n: formatNumber(point.score.n) }),
      });
      return point.score.sample === 'small' ? `${words} · ${t('smallSample')}` : words;
    },
    /** The whole trend in a few sentences, for whoever does not see it. */
    summary: (points: readonly TrendPoint[]): string => {
      const scored = points.filter((point) => point.score.value !== null);
      // The chart draws small samples as unsure: they are no highest and no lowest where others are known.
      const sure = scored.filter((point) => point.score.sample !== 'small');
      const told = sure.length > 0 ? sure : scored;
      const [first] = told;
      const last = told.at(-1);
      if (!first || !last) return t('trend.summaryEmpty');
      const byScore = told.toSorted((a, b) => (a.score.value ?? 0) - (b.score.value ?? 0));
      const lowest = byScore[0] ?? first;
      const highest = byScore.at(-1) ?? last;
      const unsure = scored.length - told.length;
      const summary = t(summaryOf({ sure: sure.length, unsure }), {
        metric: name,
        points: formatNumber(told.length),
        first: formatScore(metric, first.score.value),
        firstPeriod: period(first),
        last: formatScore(metric, last.score.value),
        lastPeriod: period(last),
        lowest: formatScore(metric, lowest.score.value),
        lowestPeriod: period(lowest),
        highest: formatScore(metric, highest.score.value),
        highestPeriod: period(highest),
      });
      if (unsure === 0) return summary;
      return `${summary} ${t('trend.summaryOthers', { count: unsure, n: formatNumber(unsure) })}`;
    },
  };
}

/** How a trend is told: how many of its points have enough answers, and how many have not. */
function summaryOf({ sure, unsure }: { readonly sure: number; readonly unsure: number }) {
  if (sure === 0) return 'trend.summarySmall';
  if (sure === 1) return 'trend.summaryOne';
  return unsure === 0 ? 'trend.summary' : 'trend.summarySure';
}
