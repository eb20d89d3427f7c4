import { responsesBehind } from '@escuta/contract/response-filter';
import type { Survey } from '@escuta/contract/surveys';
import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MetricChip, SurveyIcon, SurveyStatus } from '#web/features/surveys/SurveyMarks.tsx';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import type { Column } from '#web/ui/list/column.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import rowLink from '#web/ui/list/row-link.module.css';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import classes from './SurveysPage.module.css';

/** What the list says of each survey; times in the unit's zone. */
export function useSurveyColumns(): Column<Survey>[] {
  const { t } = useTranslation('surveys');
  const { timezone } = useMe().business;
  const isNarrow = useTableRoom() === 'narrow';
  // The date and the time stand in one line, or one under the other.
  const instantWidth = isNarrow ? 120 : 188;
  const when = (instant: string | null) => (instant ? formatInstant(instant, timezone) : <NoValue />);
  return [
    { key: 'title', header: t('column.title'), widthMin: 200, cell: (survey) => <Name survey={survey} /> },
    {
      key: 'metric',
      header: t('column.metric'),
      width: 88,
      card: 'none',
      cell: ({ metric }) => <MetricChip metric={metric} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 136,
      cell: ({ status }) => <SurveyStatus status={status} />,
    },
    {
      key: 'responses',
      header: t('column.responses'),
      width: 104,
      align: 'end',
      cell: ({ _id, responses }) =>
        responses ? (
          <ResponsesLink filter={responsesBehind({ surveyId: _id }, { of: 'scores' })} className="figures">
            {formatNumber(responses)}
          </ResponsesLink>
        ) : (
          <span className="figures">{responses === null ? <NoValue /> : formatNumber(responses)}</span>
        ),
    },
    {
      key: 'last',
      header: t('column.lastAnswer'),
      width: instantWidth,
      card: 'none',
      choice: 'shown',
      cell: ({ last_answered_at }) => when(last_answered_at),
    },
    {
      key: 'created',
      header: t('column.created'),
      width: instantWidth,
      card: 'none',
      choice: isNarrow ? 'hidden' : 'shown',
      cell: ({ created_at }) => when(created_at),
    },
    {
      key: 'actions',
      header: t('column.actions'),
      width: 80,
      align: 'end',
      card: 'corner',
      cell: (survey) => <Actions survey={survey} />,
    },
  ];
}

function Name({ survey: { _id, title, icon, version, has_changes } }: { survey: Survey }) {
  const { t } = useTranslation('surveys');
  return (
    <span className={classes['name']}>
      <SurveyIcon icon={icon} />
      <span className={classes['words']}>
        <Link
          to="/customer-feedback/create-survey/$surveyId"
          params={{ surveyId: _id }}
          className={rowLink['link']}
          title={title}
        >
          {title}
        </Link>
        {version !== null && has_changes && (
          <Text c="dimmed" size="xs" span>
            {t('unpublished')}
          </Text>
        )}
      </span>
    </span>
  );
}

function Actions({ survey: { _id, title, status } }: { survey: Survey }) {
  const { t } = useTranslation('surveys');
  const { can } = useMe();
  return (
    <RowActions label={t('actions.of', { title })}>
      {status === 'active' && can('sends.create') && (
        <Menu.Item renderRoot={(props) => <Link to="/sends/new" search={{ surveyId: _id }} {...props} />}>
          {t('actions.send')}
        </Menu.Item>
      )}
      <Menu.Item renderRoot={(props) => <Link to="/cf-dashboard" search={{ surveyId: _id }} {...props} />}>
        {t('actions.results')}
      </Menu.Item>
      <Menu.Item
        renderRoot={(props) => (
          <Link to="/customer-feedback/create-survey/$surveyId" params={{ surveyId: _id }} {...props} />
        )}
      >
        {t(can('surveys.edit') ? 'actions.edit' : 'actions.view')}
      </Menu.Item>
    </RowActions>
  );
}
