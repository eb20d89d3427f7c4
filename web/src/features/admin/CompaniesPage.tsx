import { companyStatuses, listAdminCompanies } from '@escuta/contract/admin';
import type { AdminCompany, CompanyStatus } from '@escuta/contract/admin';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { pageOf } from '#web/ui/list/list-search.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import rowLink from '#web/ui/list/row-link.module.css';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';

const route = getRouteApi('/shell/admin');
const tones: Record<CompanyStatus, StatusTone> = { active: 'good', trial: 'held', inactive: 'off' };

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
        <Select
          aria-label={t('column.status')}
          placeholder={t('anyStatus')}
          clearable
          data={companyStatuses.map((status) => ({ value: status, label: t(`status.${status}`) }))}
          value={search.status ?? null}
          onChange={(status) => state.change({ status: status ?? undefined })}
        />
      }
      onRowClick={({ _id }) =>
        void navigate({ to: '/admin/empresas/$companyId/businesses', params: { companyId: _id } })
      }
      empty={<EmptyState drawing="table" title={t('empty')} />}
    />
  );
}

function useCompanyColumns(): Column<AdminCompany>[] {
  const { t } = useTranslation('admin');
  const { timezone } = useMe().business;
  const when = (instant: string | null) =>
    instant ? <span className="figures">{formatInstant(instant, timezone)}</span> : <NoValue />;
  return [
    {
      key: 'name',
      header: t('column.name'),
      cell: ({ _id, nome }) => (
        <Link to="/admin/empresas/$companyId/businesses" params={{ companyId: _id }} className={rowLink['link']}>
          {nome}
        </Link>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 140,
      card: 'corner',
      cell: ({ status }) => <StatusWord tone={tones[status]} word={t(`status.${status}`)} />,
    },
    {
      key: 'trial',
      header: t('column.trial'),
      width: 192,
      card: 'named',
      cell: (company) => when(company.trial_expiration_date),
    },
    {
      key: 'created',
      header: t('column.created'),
      width: 192,
      card: 'named',
      cell: ({ created_at }) => when(created_at),
    },
  ];
}
