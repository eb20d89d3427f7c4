import type { Survey } from '@escuta/contract/surveys';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MetricChip, SurveyIcon, SurveyStatus } from '#web/features/surveys/SurveyMarks.tsx';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import classes from './SurveysPage.module.css';

/** What the list says of each survey; times in the unit's zone. */
export function useSurveyColumns(): Column<Survey>[] {
  const { t } = useTranslation('surveys');
  const { timezone } = useMe().business;
  const when = (instant: string | null) =>
    instant ? (
      <Text c="dimmed" inherit>
        {formatInstant(instant, timezone)}
      </Text>
    ) : (
      <NoValue />
    );
  return [
    {
      key: 'title',
      header: t('column.title'),
      cell: ({ _id, title, icon }) => (
        <span className={classes['title']}>
          <SurveyIcon icon={icon} />
          <Link
            to="/customer-feedback/create-survey/$surveyId"
            params={{ surveyId: _id }}
            className={classes['name']}
            title={title}
          >
            {title}
          </Link>
        </span>
      ),
    },
    { key: 'metric', header: t('column.metric'), cell: ({ metric }) => <MetricChip metric={metric} /> },
    { key: 'status', header: t('column.status'), cell: ({ status }) => <SurveyStatus status={status} /> },
    { key: 'version', header: t('column.version'), cell: (survey) => <Version {...survey} /> },
    {
      key: 'responses',
      header: t('column.responses'),
      align: 'end',
      cell: ({ responses }) => <span className="figures">{formatNumber(responses)}</span>,
    },
    { key: 'last', header: t('column.lastAnswer'), cell: ({ last_answered_at }) => when(last_answered_at) },
    { key: 'created', header: t('column.created'), cell: ({ created_at }) => when(created_at) },
  ];
}

function Version({ version, has_changes }: Survey) {
  const { t } = useTranslation('surveys');
  if (version === null) return <NoValue />;
  return (
    <Group gap={8} wrap="nowrap">
      <span className="figures">{version}</span>
      {has_changes && (
        <Text c="dimmed" size="xs">
          {t('unpublished')}
        </Text>
      )}
    </Group>
  );
}
