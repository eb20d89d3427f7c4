import type { Dashboard, Score } from '@escuta/contract/analytics';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { ScoreHistogram } from '#web/features/dashboard/ScoreHistogram.tsx';
import { SmallSampleMark } from '#web/features/dashboard/SmallSampleMark.tsx';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import classes from './DistributionCard.module.css';

const groups = [
  { group: 'detractor', count: 'detractors', shape: '▼' },
  { group: 'passive', count: 'passives', shape: '■' },
  { group: 'promoter', count: 'promoters', shape: '▲' },
] as const;

interface DistributionCardProps {
  readonly numbers: Dashboard | undefined;
  readonly className?: string | undefined;
}

/** Who answered how: the three groups with their shares, and the scores from 0 to 10. */
export function DistributionCard({ numbers, className }: DistributionCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <DashboardCard
      title={t('distribution.title')}
      className={className}
      isBusy={!numbers}
      actions={numbers?.score.sample === 'small' ? <SmallSampleMark /> : undefined}
    >
      {numbers ? (
        <Stack gap="lg" className={classes['content'] ?? ''}>
          <Groups score={numbers.score} />
          <ScoreHistogram counts={numbers.distribution} isSmall={numbers.score.sample === 'small'} />
        </Stack>
      ) : (
        <Stack gap="lg">
          <Skeleton h={12} />
          <Skeleton h={40} />
          <Skeleton h={120} />
        </Stack>
      )}
    </DashboardCard>
  );
}

function Groups({ score }: { score: Score }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const n = score.promoters + score.passives + score.detractors;
  return (
    <div>
      <div className={classes['bar']} aria-hidden="true" data-small={score.sample === 'small' || undefined}>
        {groups
          .filter(({ count }) => score[count] > 0)
          .map(({ group, count }) => (
            <span key={group} data-group={group} style={{ flexGrow: score[count] }} />
          ))}
      </div>
      <ul className={classes['legend']}>
        {groups.map(({ group, count, shape }) => (
          <li key={group} data-group={group}>
            <span className={classes['name']}>
              <span className={classes['shape']} aria-hidden="true">
                {shape}
              </span>{' '}
              {t(`distribution.${group}`)}
            </span>{' '}
            <span className={`figures ${classes['share']}`}>{n > 0 ? formatPercent(score[count] / n) : '—'}</span>{' '}
            <span className={`figures ${classes['count']}`}>
              {t('answers', { count: score[count], n: formatNumber(score[count]) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
