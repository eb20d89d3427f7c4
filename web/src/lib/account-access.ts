import { getAccountAccess } from '@escuta/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** By what access the user is in this company. For who may switch accounts. */
export function accountAccessQuery() {
  return routeQuery(getAccountAccess, {}, { staleTime: 60_000 });
}

/** Whether the user is one of ours inside the account of a customer, who leaves to its people how they come in (decision 0037). */
export function useIsVisitor(): boolean {
  const { canThemselves } = useMe();
  const { data } = useQuery({ ...accountAccessQuery(), enabled: canThemselves('accounts.switch') });
  return Boolean(data?.access);
}
