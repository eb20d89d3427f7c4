import { metrics } from '@escuta/contract/metrics';
import { surveyStatuses } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveysQuery } from '#web/features/surveys/api.ts';
import { FirstSurvey } from '#web/features/surveys/FirstSurvey.tsx';
import { useSurveyColumns } from '#web/features/surveys/use-survey-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScrollingTabs } from '#web/ui/ScrollingTabs.tsx';

const route = getRouteApi('/shell/customer-feedback');
const orderOfTabs: readonly (Survey['status'] | 'all')[] = [
  'all',
  'active',
  'draft',
  ...surveyStatuses.filter((status) => status !== 'active' && status !== 'draft'),
];

/** Had before any row is there: one that waited for the words of its metric would take the page away. */
const textsOfRows = ['surveys', ...metrics] as const;

/** The surveys of the unit, by state. */
export function SurveysPage() {
  const { t } = useTranslation(textsOfRows);
  const { can } = useMe();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const state = useListState(search);
  const surveys = useQuery(surveysQuery(search));
  const columns = useSurveyColumns();
  const tab = search.status ?? 'all';
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={can('surveys.edit') && <CreateButton />} />
      <Tabs
        value={tab}
        onChange={(chosen) => state.change({ status: surveyStatuses.find((known) => known === chosen) })}
      >
        <ScrollingTabs label={t('tabs')}>
          {orderOfTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)}
            </Tabs.Tab>
          ))}
        </ScrollingTabs>
        <Tabs.Panel value={tab} pt="md">
          <List
            name="surveys"
            label={t('title')}
            state={state}
            answer={surveys}
            columns={columns}
            search={{ label: t('search'), placeholder: t('searchPlaceholder') }}
            onRowClick={({ _id }) =>
              void navigate({ to: '/customer-feedback/create-survey/$surveyId', params: { surveyId: _id } })
            }
            empty={search.status ? <EmptyState title={t(`empty.${search.status}`)} /> : <FirstSurvey />}
          />
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
