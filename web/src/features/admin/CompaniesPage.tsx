import { companyStatuses, listAdminCompanies } from '@escuta/contract/admin';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompanyColumns } from '#web/features/admin/use-company-columns.tsx';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChoiceFilter } from '#web/ui/list/ChoiceFilter.tsx';
import { pageOf } from '#web/ui/list/list-search.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/admin');

/** All companies, for internal staff. */
export function CompaniesPage() {
  const { t } = useTranslation(['admin', 'shell']);
  const navigate = useNavigate();
  const search = route.useSearch();
  const state = useListState(search, ['status']);
  const query = { ...pageOf(search), status: search.status };
  const companies = useQuery(routeQuery(listAdminCompanies, { query }, { placeholderData: keepPreviousData }));
  return (
    <ListPage
      name="admin-companies"
      title={t('title')}
      text={t('text')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/admin/maintenance" {...props} />}>
          {t('shell:menu.maintenance')}
        </Button>
      }
      countText={(count) => t('count', { count })}
      state={state}
      answer={companies}
      columns={useCompanyColumns()}
      search={{ label: t('search'), placeholder: t('searchPlaceholder') }}
      filters={
        <ChoiceFilter
          label={t('column.status')}
          all={t('anyStatus')}
          values={companyStatuses}
          nameOf={(status) => t(`status.${status}`)}
          chosen={search.status}
          onChoose={(status) => state.change({ status })}
        />
      }
      onRowClick={({ _id }) =>
        void navigate({ to: '/admin/empresas/$companyId/businesses', params: { companyId: _id } })
      }
      empty={<EmptyState drawing="table" title={t('empty')} />}
    />
  );
}
