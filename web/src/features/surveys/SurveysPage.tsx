import { listSurveys, surveyStatuses } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import { Button, Group, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FirstSurvey } from '#web/features/surveys/FirstSurvey.tsx';
import { useSurveyColumns } from '#web/features/surveys/survey-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import classes from './SurveysPage.module.css';

const route = getRouteApi('/shell/customer-feedback');
const searchDelayMs = 300;
const surveysPageSize = 20;
const orderOfTabs: readonly (Survey['status'] | 'all')[] = [
  'all',
  'active',
  'draft',
  ...surveyStatuses.filter((status) => status !== 'active' && status !== 'draft'),
];

/** The surveys of the unit. The address bar holds state, search and page. */
export function SurveysPage() {
  const { t } = useTranslation('surveys');
  const { can } = useMe();
  const { page = 1, search = '', status } = route.useSearch();
  const navigate = route.useNavigate();
  const surveys = useQuery(
    routeQuery(
      listSurveys,
      { query: { limit: surveysPageSize, page, search, status } },
      { placeholderData: keepPreviousData },
    ),
  );
  const columns = useSurveyColumns();
  const isFiltered = search !== '' || status !== undefined;
  const tab = status ?? 'all';

  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={can('surveys.edit') && <CreateButton />} />
      <Tabs
        value={tab}
        onChange={(chosen) => {
          const next = surveyStatuses.find((known) => known === chosen);
          void navigate({ search: (before) => ({ ...before, status: next, page: undefined }) });
        }}
      >
        <Tabs.List mb="md" className={classes['tabs']} aria-label={t('tabs')}>
          {orderOfTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Group mb="md">
            <SearchField
              label={t('search')}
              placeholder={t('searchPlaceholder')}
              value={search}
              delayMs={searchDelayMs}
              onSearch={(words) =>
                void navigate({
                  search: (before) => ({ ...before, search: words || undefined, page: undefined }),
                  replace: true,
                })
              }
            />
          </Group>
          <DataTable
            label={t('title')}
            columns={columns}
            rows={surveys.data?.data}
            rowKey={(survey) => survey._id}
            onRowClick={({ _id }) =>
              void navigate({ to: '/customer-feedback/create-survey/$surveyId', params: { surveyId: _id } })
            }
            error={surveys.error}
            onRetry={() => void surveys.refetch()}
            empty={isFiltered ? <NothingFound onClear={() => void navigate({ search: {} })} /> : <FirstSurvey />}
          />
          {surveys.data && surveys.data.total > 0 && (
            <Pagination
              page={page}
              pageSize={surveysPageSize}
              total={surveys.data.total}
              onPage={(next) =>
                void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }) })
              }
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation('surveys');
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/customer-feedback/create-survey/new" {...props} />}
    >
      {t('create')}
    </Button>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      title={t('empty.filtered')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('empty.clear')}
        </Button>
      }
    />
  );
}
