import { listContacts } from '@escuta/contract/contacts';
import type { RouteInput } from '#web/lib/route-query.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { keepPreviousData } from '@tanstack/react-query';

export const contactsPageSize = 20;

/** One page of contacts; the page before stays on the screen until the next has come. */
export function contactsQuery(query: NonNullable<RouteInput<typeof listContacts.definition>['query']>) {
  return routeQuery(
    listContacts,
    { query: { limit: contactsPageSize, ...query } },
    { placeholderData: keepPreviousData },
  );
}
