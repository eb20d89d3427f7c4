import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import { scoreGroups } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { NumberLink } from '#web/features/dashboard/NumberLink.tsx';
import { formatScore } from '#web/lib/score-text.ts';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { DataTable } from '#web/ui/list/DataTable.tsx';

/** The trend in numbers, newest first: the chart as a table. */
export function TrendTable({ metric, trend }: Pick<Dashboard, 'metric' | 'trend'>) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const metricWords = useMetricWords(metric);
  const words = useTrendWords(metric, trend.step);
  const number = (key: string, header: string, text: (point: TrendPoint) => string): Column<TrendPoint> => ({
    key,
    header,
    align: 'end',
    cell: (point) => <span className="figures">{text(point)}</span>,
  });
  const sample: Column<TrendPoint> = {
    key: 'sample',
    header: t('trend.column.sample'),
    cell: (point) => (isOfFew(point) ? <SmallSampleMark /> : ''),
  };
  const columns: Column<TrendPoint>[] = [
    { key: 'period', header: t('trend.column.period'), cell: (point) => words.period(point) },
    number('score', metricWords.name, ({ score }) => formatScore(metric, score.value)),
    number('interval', t('trend.column.interval'), ({ score: { lo, hi } }) =>
      lo === null || hi === null ? '—' : t('trend.range', { lo: formatScore(metric, lo), hi: formatScore(metric, hi) }),
    ),
    {
      key: 'n',
      header: t('trend.column.answers'),
      align: 'end',
      cell: ({ start, end, score }) => (
        <NumberLink behind={{ of: 'days', from: start, to: end }} count={score.n} className="figures">
          {formatNumber(score.n)}
        </NumberLink>
      ),
    },
    ...scoreGroups.map((group): Column<TrendPoint> => ({
      key: group,
      header: metricWords.groups(group),
      align: 'end',
      cell: ({ start, end, score }) =>
        score.sample === 'hidden' ? (
          '—'
        ) : (
          <NumberLink
            behind={{ of: 'days', from: start, to: end, group }}
            count={score.groups[group]}
            className="figures"
          >
            {formatNumber(score.groups[group])}
          </NumberLink>
        ),
    })),
    ...(trend.points.some(isOfFew) ? [sample] : []),
  ];
  return (
    <DataTable
      label={t('trend.table', { metric: metricWords.name })}
      columns={columns}
      rows={trend.points.toReversed()}
      rowKey={({ start }) => start}
      empty={<EmptyState title={t('trend.summaryEmpty')} />}
    />
  );
}

function isOfFew({ score: { sample } }: TrendPoint): boolean {
  return sample === 'small' || sample === 'hidden';
}
