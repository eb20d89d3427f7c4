import type { Survey } from '@escuta/contract/surveys';
import type { Metric } from '@escuta/contract/metrics';
import { Badge } from '@mantine/core';
import { IconBed, IconMessageStar, IconShoppingBag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';
import classes from './SurveyMarks.module.css';

const tones: Record<Survey['status'], StatusTone> = {
  draft: 'open',
  active: 'good',
  paused: 'held',
  closed: 'off',
  archived: 'off',
};

/** Where a survey stands. */
export function SurveyStatus({ status }: Pick<Survey, 'status'>) {
  const { t } = useTranslation('surveys');
  return <StatusWord tone={tones[status]} word={t(`status.${status}`)} />;
}

const surveyIcons: Record<string, typeof IconBed> = { bed: IconBed, 'shopping-bag': IconShoppingBag };

/** The sign of a survey; one that we do not draw gets the speech bubble. */
export function SurveyIcon({ icon }: { icon: string }) {
  const Icon = surveyIcons[icon] ?? IconMessageStar;
  return (
    <span className={classes['icon']} aria-hidden="true">
      <Icon size={16} stroke={1.5} />
    </span>
  );
}

/** What a survey measures. */
export function MetricChip({ metric }: { metric: Survey['metric'] }) {
  return (
    <Badge variant="light" radius="sm" className={classes['metric'] ?? ''}>
      {metric === 'none' ? <NoMetric /> : <MetricName metric={metric} />}
    </Badge>
  );
}

function MetricName({ metric }: { metric: Metric }) {
  return useMetricWords(metric).name;
}

function NoMetric() {
  return useTranslation('surveys').t('metric.none');
}
