import { exportAuditEvents } from '@escuta/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { auditQuery } from '#web/features/audit/api.ts';
import { AuditFilters } from '#web/features/audit/AuditFilters.tsx';
import { filterIn } from '#web/features/audit/audit-search.ts';
import { useAuditColumns } from '#web/features/audit/use-audit-columns.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/settings/audit');

/** What was done in the company, by whom and from where: also by those of us who were inside. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const search = route.useSearch();
  const events = useQuery(auditQuery(search));
  const { change, ...state } = useListState(search, ['actor', 'action', 'from', 'to']);
  return (
    <ListPage
      name="audit"
      title={t('title')}
      text={t('text')}
      actions={<ExportMenu route={exportAuditEvents} filter={filterIn(search)} total={events.data?.total} />}
      state={state}
      answer={events}
      columns={useAuditColumns()}
      search={{ label: t('search.label'), placeholder: t('search.placeholder') }}
      filters={<AuditFilters search={search} onChange={change} />}
      empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
    />
  );
}
