import { listContacts, listTags } from '@escuta/contract/contacts';
import type { Input } from '@escuta/contract/route';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

type ContactsSearch = Pick<
  Input<typeof listContacts.definition.query>,
  'search' | 'sort' | 'importDataId' | 'contactCompanyId' | 'segment'
> & {
  page?: number | undefined;
};

/** The contacts that an address asks for; the page before stays on the screen until the next has come. */
export function contactsQuery({ sort, importDataId, contactCompanyId, segment, ...search }: ContactsSearch) {
  return routeQuery(
    listContacts,
    { query: { ...pageOf(search), sort, importDataId, contactCompanyId, segment } },
    { placeholderData: keepPreviousData },
  );
}

/** The tags in use, to choose from while one is typed; none as long as they are not known. */
export function useTagsInUse(): string[] {
  return useQuery(routeQuery(listTags, {})).data?.data ?? [];
}
