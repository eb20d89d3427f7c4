import type { Dashboard } from '@escuta/contract/analytics';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { MetricInfo } from '#web/features/dashboard/MetricInfo.tsx';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import classes from './ResponseRateCard.module.css';

interface ResponseRateCardProps {
  readonly numbers: Dashboard | undefined;
  readonly className?: string | undefined;
}

/** How many of the delivered messages were answered, and what was lost on the way. */
export function ResponseRateCard({ numbers, className }: ResponseRateCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <DashboardCard
      title={t('rate.title')}
      className={className}
      isBusy={!numbers}
      info={<MetricInfo label={t('rate.info.label')} paragraphs={[t('rate.info.formula'), t('rate.info.links')]} />}
    >
      {numbers ? (
        <Content {...numbers.responseRate} />
      ) : (
        <Stack gap="lg">
          <Skeleton h={40} w={110} />
          <Skeleton h={120} />
        </Stack>
      )}
    </DashboardCard>
  );
}

function Content({ sent, delivered, responded, value }: Dashboard['responseRate']) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const steps = [
    { name: t('rate.sent'), count: sent },
    { name: t('rate.delivered'), count: delivered },
    { name: t('rate.responded'), count: responded },
  ];
  return (
    <Stack gap="md" className={classes['content'] ?? ''}>
      <div>
        <span className={`figures ${classes['value']}`}>{value === null ? '—' : formatPercent(value)}</span>
        <Text c="dimmed" size="sm" className="figures">
          {sent === 0
            ? t('rate.none')
            : t('rate.of', { responded: formatNumber(responded), delivered: formatNumber(delivered) })}
        </Text>
      </div>
      <ul className={classes['steps']}>
        {steps.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span> <span className="figures">{formatNumber(count)}</span>
            <span className={classes['track']} aria-hidden="true">
              <span style={{ width: `${sent > 0 ? Math.min(100, (count / sent) * 100) : 0}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
