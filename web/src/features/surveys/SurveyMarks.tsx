import type { Survey } from '@escuta/contract/surveys';
import { Badge } from '@mantine/core';
import {
  IconArchive,
  IconBed,
  IconCircleCheck,
  IconLock,
  IconMessageStar,
  IconPencil,
  IconPlayerPause,
  IconShoppingBag,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './SurveyMarks.module.css';

const statusIcons = {
  draft: IconPencil,
  active: IconCircleCheck,
  paused: IconPlayerPause,
  closed: IconLock,
  archived: IconArchive,
} as const;

/** The state of a survey in a word and a sign; the colour only underlines it. */
export function StatusBadge({ status }: { status: Survey['status'] }) {
  const { t } = useTranslation('surveys');
  const Icon = statusIcons[status];
  return (
    <Badge
      variant="default"
      radius="sm"
      className={classes['status'] ?? ''}
      data-status={status}
      leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
    >
      {t(`status.${status}`)}
    </Badge>
  );
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
  const { t } = useTranslation('surveys');
  return (
    <Badge variant="light" radius="sm" className={classes['metric'] ?? ''}>
      {t(`metric.${metric}`)}
    </Badge>
  );
}
