import { listAuditActors, listAuditEvents } from '@escuta/contract/audit';
import { keepPreviousData } from '@tanstack/react-query';
import { filterIn } from '#web/features/audit/audit-search.ts';
import type { AuditSearch } from '#web/features/audit/audit-search.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { listPageSize } from '#web/ui/list/list-search.ts';

/** One page of what was done; the page before stays on the screen until the next has come. */
export function auditQuery(search: AuditSearch) {
  const query = { ...filterIn(search), page: search.page ?? 1, limit: listPageSize };
  return routeQuery(listAuditEvents, { query }, { staleTime: 0, placeholderData: keepPreviousData });
}

/** Whom the list can be narrowed to. */
export function auditActorsQuery() {
  return routeQuery(listAuditActors, {}, { staleTime: 60_000 });
}
