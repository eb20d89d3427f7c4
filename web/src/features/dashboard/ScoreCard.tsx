import type { Dashboard, Score } from '@escuta/contract/analytics';
import { definitionOf, zoneOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { Figures } from '#web/features/dashboard/Figures.tsx';
import { MetricChoice } from '#web/features/dashboard/MetricChoice.tsx';
import { MetricInfo } from '#web/features/dashboard/MetricInfo.tsx';
import { NumberLink } from '#web/features/dashboard/NumberLink.tsx';
import { decimalsShown, formatScore, roundHalfAwayFromZero } from '#web/lib/score-text.ts';
import { ScoreScale } from '#web/features/dashboard/ScoreScale.tsx';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';
import { Verdict } from '#web/features/dashboard/Verdict.tsx';
import { formatNumber, formatTimeZone } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './ScoreCard.module.css';

interface ScoreCardProps {
  readonly numbers: Dashboard | undefined;
  readonly onMetric: (metric: Metric) => void;
  readonly className?: string | undefined;
}

/** What the unit's metric came to in the period: how sure it is, from how many answers, and whether it moved. */
export function ScoreCard({ numbers, onMetric, className }: ScoreCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if (numbers) return <MetricCard numbers={numbers} onMetric={onMetric} className={className} />;
  return (
    // Which metric it is, the numbers say.
    <DashboardCard title={t('metric.label')} className={className} isBusy>
      <Loading />
    </DashboardCard>
  );
}

function MetricCard({ numbers, onMetric, className }: ScoreCardProps & { readonly numbers: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(numbers.metric);
  return (
    <DashboardCard
      title={words.name}
      className={className}
      actions={<MetricChoice {...numbers} onMetric={onMetric} />}
      info={
        <MetricInfo
          // Another metric has another explanation, to be asked for anew.
          key={numbers.metric}
          label={t('metric.info.label', { metric: words.name })}
          paragraphs={[
            words.formula,
            words.interval,
            ...intervalInWords(numbers),
            t('metric.info.sample'),
            t('metric.info.comparison'),
            t('info.zone', { zone: formatTimeZone(numbers.timezone) }),
          ]}
        />
      }
    >
      <Content {...numbers} />
    </DashboardCard>
  );

  function intervalInWords({ metric, score: { lo, hi } }: Dashboard): string[] {
    if (lo === null || hi === null) return [];
    return [t('metric.info.here', { metric: words.name, lo: formatScore(metric, lo), hi: formatScore(metric, hi) })];
  }
}

function Content({ metric, score, figures, comparison }: Dashboard) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <Stack gap="md" className={classes['content'] ?? ''}>
      <Group gap="md" align="center">
        <span className={`figures ${classes['value']}`}>
          {formatScore(metric, score.value, decimalsShown(metric, score, comparison))}
        </span>
        <Stack gap={2}>
          <Interval metric={metric} score={score} />
          <Text c="dimmed" size="sm" className="figures">
            <NumberLink behind={{ of: 'scores' }} count={score.n}>
              {t('answers', { count: score.n, n: formatNumber(score.n) })}
            </NumberLink>
          </Text>
        </Stack>
      </Group>
      {score.sample === 'small' && <SmallSampleMark />}
      {score.sample === 'hidden' && (
        <Text c="dimmed" size="sm">
          {t('hidden')}
        </Text>
      )}
      {score.value !== null && (
        <>
          <div>
            <ScoreScale metric={metric} score={score} />
            <ZoneLine metric={metric} value={score.value} />
          </div>
          {figures.length > 0 && <Figures metric={metric} figures={figures} />}
          <Verdict metric={metric} score={score} comparison={comparison} />
        </>
      )}
    </Stack>
  );
}

/** What the trade calls a value like this one. */
function ZoneLine({ metric, value }: { metric: Metric; value: number }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const zone = zoneOf(metric, roundHalfAwayFromZero(value, definitionOf(metric).decimals));
  if (!zone) return null;
  return (
    <Text c="dimmed" size="xs" mt={4} className="figures">
      {t('zone.line', {
        zone: t(`zone.${zone.name}`),
        min: formatScore(metric, zone.min),
        max: formatScore(metric, zone.max),
      })}
    </Text>
  );
}

function Interval({ metric, score: { lo, hi } }: { metric: Metric; score: Score }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if (lo === null || hi === null) return null;
  return (
    <Text size="sm" fw={500} className="figures">
      {t('interval', { lo: formatScore(metric, lo), hi: formatScore(metric, hi) })}
    </Text>
  );
}

function Loading() {
  return (
    <Stack gap="md" className={classes['content'] ?? ''}>
      <Group gap="md">
        <Skeleton h={56} w={88} />
        <Stack gap="sm">
          <Skeleton h={14} w={110} />
          <Skeleton h={14} w={80} />
        </Stack>
      </Group>
      <Skeleton h={34} />
      <Skeleton h={20} w="70%" />
    </Stack>
  );
}
