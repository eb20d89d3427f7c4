import type { Dashboard, Score } from '@escuta/contract/analytics';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { MetricInfo } from '#web/features/dashboard/MetricInfo.tsx';
import { formatScore } from '#web/features/dashboard/score-text.ts';
import { ScoreScale } from '#web/features/dashboard/ScoreScale.tsx';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { Verdict } from '#web/features/dashboard/Verdict.tsx';
import { formatNumber } from '#web/lib/format.ts';
import classes from './ScoreCard.module.css';

interface ScoreCardProps {
  readonly numbers: Dashboard | undefined;
  readonly className?: string | undefined;
}

/** The NPS of the period: how sure it is, from how many answers, and whether it moved. */
export function ScoreCard({ numbers, className }: ScoreCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <DashboardCard
      title={t('nps.title')}
      className={className}
      isBusy={!numbers}
      info={
        <MetricInfo
          label={t('nps.info.label')}
          paragraphs={[
            t('nps.info.formula'),
            t('nps.info.interval'),
            t('nps.info.sample'),
            t('nps.info.comparison'),
            ...(numbers ? [t('info.zone', { zone: numbers.timezone })] : []),
          ]}
        />
      }
    >
      {numbers ? <Content score={numbers.score} comparison={numbers.comparison} /> : <Loading />}
    </DashboardCard>
  );
}

function Content({ score, comparison }: Pick<Dashboard, 'score' | 'comparison'>) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <Stack gap="md" className={classes['content'] ?? ''}>
      <Group gap="md" align="center">
        <span className={`figures ${classes['value']}`}>{formatScore(score.value)}</span>
        <Stack gap={2}>
          <Interval score={score} />
          <Text c="dimmed" size="sm" className="figures">
            {t('answers', { count: score.n, n: formatNumber(score.n) })}
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
          <ScoreScale score={score} />
          <Verdict comparison={comparison} />
        </>
      )}
    </Stack>
  );
}

function Interval({ score: { lo, hi } }: { score: Score }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if (lo === null || hi === null) return null;
  return (
    <Text size="sm" fw={500} className="figures">
      {t('interval', { lo: formatScore(lo), hi: formatScore(hi) })}
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
