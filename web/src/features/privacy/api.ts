import { listPrivacyRequests } from '@escuta/contract/privacy-requests';
import type { PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { keepPreviousData } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** One page of the privacy requests of the company; the page before stays on the screen until the next has come. */
export function requestsQuery({
  status,
  page,
}: {
  page?: number | undefined;
  status?: PrivacyRequestStatus | undefined;
}) {
  const query = { ...pageOf({ page }), ...(status ? { status } : {}) };
  return routeQuery(listPrivacyRequests, { query }, { staleTime: 0, placeholderData: keepPreviousData });
}
