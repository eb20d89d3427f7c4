import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { responsesPageSize, responsesQuery } from '#web/features/responses/api.ts';
import { ExportMenu } from '#web/features/responses/ExportMenu.tsx';
import { FilterMarks } from '#web/features/responses/FilterMarks.tsx';
import { ResponseFilters } from '#web/features/responses/ResponseFilters.tsx';
import { ResponsePanel } from '#web/features/responses/ResponsePanel.tsx';
import { isFiltered } from '#web/features/responses/response-search.ts';
import { useResponseColumns } from '#web/features/responses/use-response-columns.tsx';
import { useOpening } from '#web/features/responses/use-response-panel.ts';
import { useMe } from '#web/lib/me.ts';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { pageInAddress } from '#web/ui/list/list-search.ts';
import { NothingFound } from '#web/ui/list/NothingFound.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ListPagination } from '#web/ui/list/ListPagination.tsx';
import { rowsOf } from '#web/ui/list/rows.ts';

const route = getRouteApi('/shell/customer-feedback/responses');

/** The responses of the unit, narrowed by the address, and the one that is open beside them. */
export function ResponsesPage() {
  const { t } = useTranslation(['responses', 'ui']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const responses = useQuery(responsesQuery(search));
  const columns = useResponseColumns();
  const opening = useOpening();
  const { data } = responses;
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={<ExportMenu />} />
      <ResponseFilters />
      <FilterMarks />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rowsOf(data)}
        rowKey={({ _id }) => _id}
        isHighlighted={({ _id }) => _id === search.response}
        onRowClick={({ _id }) => void navigate(opening(_id))}
        error={responses.error}
        onRetry={() => void responses.refetch()}
        empty={
          isFiltered(search) ? <NothingFound onClear={() => void navigate({ search: {} })} /> : <NothingAnswered />
        }
      />
      <ListPagination
        page={search.page ?? 1}
        pageSize={responsesPageSize}
        answer={responses}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(page) }) })}
      />
      <ResponsePanel page={data} />
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
