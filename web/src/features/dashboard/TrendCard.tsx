import type { Dashboard } from '@escuta/contract/analytics';
import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { TrendChart } from '#web/features/dashboard/TrendChart.tsx';
import { plotHeight } from '#web/features/dashboard/trend-plot.ts';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useMe } from '#web/lib/me.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

const TrendTable = lazyPart(() => import('#web/features/dashboard/TrendTable.tsx'), 'TrendTable');

interface TrendCardProps {
  readonly numbers: Dashboard | undefined;
  readonly className?: string | undefined;
}

/** How the score went over the period, as a picture or as a table. */
export function TrendCard({ numbers, className }: TrendCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if (numbers) return <Trend numbers={numbers} className={className} />;
  return (
    // Which metric it is of, the numbers say.
    <DashboardCard title={t('trend.waiting')} className={className} isBusy>
      <Skeleton h={plotHeight} />
    </DashboardCard>
  );
}

function Trend({ numbers: { metric, trend, score }, className }: TrendCardProps & { readonly numbers: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(metric);
  const [isTable, setTable] = useState(false);
  return (
    <DashboardCard
      title={t('trend.title', { metric: words.name })}
      text={t(`trend.by.${trend.step}`)}
      className={className}
      actions={
        score.n > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={
              isTable ? (
                <IconChartLine size={16} stroke={1.5} aria-hidden />
              ) : (
                <IconTable size={16} stroke={1.5} aria-hidden />
              )
            }
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('trend.showChart') : t('trend.showTable')}
          </Button>
        )
      }
    >
      <Content metric={metric} trend={trend} isTable={isTable} />
    </DashboardCard>
  );
}

function Content({ metric, trend, isTable }: Pick<Dashboard, 'metric' | 'trend'> & { isTable: boolean }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { canThemselves } = useMe();
  const { name } = useMetricWords(metric);
  const words = useTrendWords(metric, trend.step);
  if (trend.points.every(({ score }) => score.n === 0))
    return <EmptyState title={t('trend.summaryEmpty')} text={t('trend.emptyText')} />;
  return (
    <Suspense fallback={<Skeleton h={plotHeight} />}>
      {/* Their scores come in groups (decision 0010): one that lies across two points is in neither. */}
      {!canThemselves('responses.read') && (
        <Text size="xs" c="dimmed" mb="sm">
          {t('trend.partial', { metric: name })}
        </Text>
      )}
      {isTable ? (
        <TrendTable metric={metric} trend={trend} />
      ) : (
        <>
          <VisuallyHidden>{words.summary(trend.points)}</VisuallyHidden>
          <TrendChart metric={metric} trend={trend} />
        </>
      )}
    </Suspense>
  );
}
