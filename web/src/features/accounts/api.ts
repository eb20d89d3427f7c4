import { isStaff } from '@escuta/contract/access-policy';
import type { AccountClass, AccountFilter } from '@escuta/contract/account-class';
import { accountClasses } from '@escuta/contract/account-class';
import {
  findCompanySurveys,
  listManagedAccounts,
  listQuickAccounts,
  listTemporaryAccounts,
} from '@escuta/contract/accounts';
import type { Account } from '@escuta/contract/accounts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** More than anybody reads: the rest is found by its name. */
const accountsMax = 100;

export interface AccountsAsked {
  readonly search?: string;
  readonly filter?: AccountFilter;
  readonly classes?: readonly AccountClass[];
}

/** The accounts that the user may enter: those that they manage, and with temporary access the others (ROLE-05, ROLE-06). */
export function useAccounts({ search = '', filter = 'all', classes = accountClasses }: AccountsAsked = {}) {
  const { user } = useMe();
  const isAll = classes.length === accountClasses.length;
  const query = {
    limit: accountsMax,
    filter,
    ...(search ? { search } : {}),
    ...(isAll ? {} : { classes: classes.join(',') }),
  };
  // With every class hidden there is nothing to ask for.
  const asked = classes.length > 0 ? { query } : undefined;
  const options = { placeholderData: keepPreviousData, staleTime: 30_000, retry: false };
  const managed = useQuery(routeQuery(listManagedAccounts, isStaff(user.role) ? asked : undefined, options));
  const others = useQuery(
    routeQuery(listTemporaryAccounts, user.permissions.can_temporary_access ? asked : undefined, options),
  );
  const lists = asked ? [managed, others] : [];
  const found = new Map(lists.flatMap(({ data }) => data?.data ?? []).map((account) => [account._id, account]));
  const accounts: readonly Account[] = [...found.values()].toSorted((one, other) => one.nome.localeCompare(other.nome));
  return {
    accounts,
    total: Math.max(accounts.length, ...lists.map(({ data }) => data?.total ?? 0)),
    isLoading: lists.some((list) => list.isLoading),
    hasFailed: lists.some((list) => list.isError),
  };
}

/** The accounts of the quick buttons. */
export function quickAccountsQuery() {
  return routeQuery(listQuickAccounts, {}, { staleTime: 5 * 60_000, retry: false });
}

/** Surveys of the company, in every unit of the user. */
export function companySurveysQuery(search: string) {
  const query = search ? { search } : {};
  return routeQuery(findCompanySurveys, { query }, { placeholderData: keepPreviousData, retry: false });
}
