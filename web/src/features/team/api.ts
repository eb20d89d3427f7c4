import type { Role } from '@escuta/contract/access-policy';
import { listMembers } from '@escuta/contract/team';
import type { MemberState } from '@escuta/contract/team';
import { keepPreviousData } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';
import type { ListSearch } from '#web/ui/list/list-search.ts';

interface TeamSearch extends Omit<ListSearch, 'sort'> {
  readonly sort?: 'role' | 'last_access' | undefined;
  readonly state?: MemberState | undefined;
  readonly role?: Role | undefined;
}

/** The page of the company's people that an address asks for. */
export function membersQuery({ sort, state, role, ...search }: TeamSearch) {
  const query = {
    ...pageOf(search),
    ...(sort ? { sort } : {}),
    ...(state ? { state } : {}),
    ...(role ? { role } : {}),
  };
  return routeQuery(listMembers, { query }, { placeholderData: keepPreviousData });
}

/** Everybody who may sign in, for the choice of one of them: by name, at most a hundred. */
export function activeQuery(search: string) {
  return routeQuery(listMembers, { query: { limit: 100, state: 'ativo', ...(search ? { search } : {}) } });
}
