import { exportResponses } from '@escuta/contract/response-list';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { responsesQuery } from '#web/features/responses/api.ts';
import { FilterMarks } from '#web/features/responses/FilterMarks.tsx';
import { ResponseFilters } from '#web/features/responses/ResponseFilters.tsx';
import { ResponsePanel } from '#web/features/responses/ResponsePanel.tsx';
import { filterFields, filterIn } from '#web/features/responses/response-search.ts';
import { useResponseColumns } from '#web/features/responses/use-response-columns.tsx';
import { useOpening } from '#web/features/responses/use-response-panel.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { totalOf } from '#web/ui/list/rows.ts';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/customer-feedback/responses');

/** The responses of the unit, narrowed by the address, and the one that is open beside them. */
export function ResponsesPage() {
  const { t } = useTranslation('responses');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday(useMe().business.timezone);
  const responses = useQuery(responsesQuery(search, today));
  const opening = useOpening();
  return (
    <>
      <ListPage
        name="responses"
        savedFilters="responses"
        title={t('title')}
        text={t('text')}
        countText={(count) => t('count', { count, n: formatNumber(count) })}
        actions={
          <ExportMenu
            route={exportResponses}
            filter={filterIn(search, today)}
            total={totalOf(responses.data)}
            namesPeople
            inBackground="responses"
          />
        }
        areActionsSmall
        state={useListState(search, filterFields)}
        answer={responses}
        columns={useResponseColumns()}
        filters={
          <>
            <ResponseFilters />
            <FilterMarks />
          </>
        }
        isHighlighted={({ _id }) => _id === search.response}
        onRowClick={({ _id }) => void navigate(opening(_id))}
        empty={<NothingAnswered />}
      />
      <ResponsePanel page={responses.data} />
    </>
  );
}

function NothingAnswered() {
  const { t } = useTranslation('responses');
  const { can } = useMe();
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        can('sends.create') && (
          <Button renderRoot={(props) => <Link to="/sends/new" {...props} />}>{t('empty.send')}</Button>
        )
      }
    />
  );
}
