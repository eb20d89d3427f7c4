import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '#web/features/dashboard/score-text.ts';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** The trend in numbers, newest first: the twin of the chart. */
export function TrendTable({ trend }: { trend: Dashboard['trend'] }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useTrendWords(trend.step);
  const number = (key: string, header: string, text: (point: TrendPoint) => string): Column<TrendPoint> => ({
    key,
    header,
    align: 'end',
    cell: (point) => <span className="figures">{text(point)}</span>,
  });
  const columns: Column<TrendPoint>[] = [
    { key: 'period', header: t('trend.column.period'), cell: (point) => words.period(point) },
    number('score', t('nps.title'), ({ score }) => formatScore(score.value)),
    number('interval', t('trend.column.interval'), ({ score: { lo, hi } }) =>
      lo === null || hi === null ? '—' : t('trend.range', { lo: formatScore(lo), hi: formatScore(hi) }),
    ),
    number('n', t('trend.column.answers'), ({ score }) => formatNumber(score.n)),
    number('promoters', t('distribution.promoter'), ({ score }) => formatNumber(score.promoters)),
    number('passives', t('distribution.passive'), ({ score }) => formatNumber(score.passives)),
    number('detractors', t('distribution.detractor'), ({ score }) => formatNumber(score.detractors)),
    {
      key: 'sample',
      header: t('trend.column.sample'),
      cell: ({ score }) => (score.sample === 'small' ? <SmallSampleMark /> : ''),
    },
  ];
  return (
    <DataTable
      label={t('trend.title')}
      columns={columns}
      rows={trend.points.toReversed()}
      rowKey={({ start }) => start}
      empty={<EmptyState title={t('trend.summaryEmpty')} />}
    />
  );
}
