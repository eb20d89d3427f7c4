import type { Dashboard } from '@escuta/contract/analytics';
import { scoreGroups } from '@escuta/contract/metrics';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { NumberLink } from '#web/features/dashboard/NumberLink.tsx';
import { groupSharesShown } from '#web/features/dashboard/group-shares.ts';
import { ScoreHistogram } from '#web/features/dashboard/ScoreHistogram.tsx';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { groupShapes } from '#web/ui/group-shapes.ts';
import classes from './DistributionCard.module.css';

/** From the worst to the best, as the scores below them. */
const groups = scoreGroups.toReversed();

interface DistributionCardProps {
  readonly numbers: Dashboard | undefined;
  readonly className?: string | undefined;
}

/** Who answered how: the three groups with their shares, and each score. */
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
          <Groups {...numbers} />
          <ScoreHistogram
            metric={numbers.metric}
            counts={numbers.distribution}
            isSmall={numbers.score.sample === 'small'}
          />
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

function Groups({ metric, score, figures }: Dashboard) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(metric);
  const shares = groupSharesShown({ metric, score, figures });
  return (
    <div>
      <div className={classes['bar']} aria-hidden="true" data-small={score.sample === 'small' || undefined}>
        {groups
          .filter((group) => score.groups[group] > 0)
          .map((group) => (
            <span key={group} data-group={group} style={{ flexGrow: score.groups[group] }}>
              <span className={classes['onBar']}>{groupShapes[group]}</span>
            </span>
          ))}
      </div>
      <ul className={classes['legend']}>
        {groups.map((group) => (
          <li key={group} data-group={group}>
            <span className={classes['name']}>
              <span className={classes['shape']} aria-hidden="true">
                {groupShapes[group]}
              </span>{' '}
              {words.groups(group)}
            </span>{' '}
            <span className={`figures ${classes['share']}`}>{shares ? formatPercent(shares[group]) : '—'}</span>{' '}
            <NumberLink
              behind={{ of: 'group', group }}
              count={score.groups[group]}
              className={`figures ${classes['count']}`}
            >
              {t('answers', { count: score.groups[group], n: formatNumber(score.groups[group]) })}
            </NumberLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
