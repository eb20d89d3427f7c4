import { getMe } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { Business, Company } from '@escuta/contract/companies';
import { can, opens } from '@escuta/contract/access-policy';
import type { Capability, Screen, Switches } from '@escuta/contract/access-policy';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '#web/lib/call.ts';
import { remember, remembered } from '#web/lib/session.ts';

const staleTime = 5 * 60_000;

/** Who is signed in. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => call(getMe, { signal }), staleTime });
/** The company of the session. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(getCompany, { signal }),
  staleTime,
});
/** The units that the user may work in. */
export const businessesQuery = queryOptions({
  queryKey: ['businesses'],
  queryFn: ({ signal }) => call(listMyBusinesses, { signal }),
  staleTime,
});

const unitListeners = new Set<() => void>();

/** Chooses the unit that this browser works in. Whatever shows it follows at once. */
export function chooseBusiness(id: Business['_id']): void {
  remember('businessUnitId', id);
  for (const listener of unitListeners) listener();
}

function onBusinessChosen(listener: () => void): () => void {
  unitListeners.add(listener);
  return () => unitListeners.delete(listener);
}

/** The unit that this browser works in: the one chosen, else the first. */
export function selectedBusiness(
  businesses: readonly Business[],
  chosen = remembered('businessUnitId'),
): Business | undefined {
  return businesses.find((business) => business._id === chosen) ?? businesses[0];
}

/** What a unit and its company have switched on, for the access policy. */
export function switchesOf(
  { general_attributes }: Company,
  { nps_enabled, reviews_enabled, cf_attributes }: Business,
): Switches {
  const { allow_ticketing } = general_attributes;
  return { nps_enabled, reviews_enabled, ...cf_attributes, allow_ticketing };
}

/** The signed-in user, the unit, what it has switched on, and what the role may do. Inside the shell, where all of it is loaded. */
export function useMe() {
  const { data: user } = useSuspenseQuery(meQuery);
  const { data: company } = useSuspenseQuery(companyQuery);
  const { data: businesses } = useSuspenseQuery(businessesQuery);
  const chosen = useSyncExternalStore(onBusinessChosen, () => remembered('businessUnitId'));
  const business = selectedBusiness(businesses.data, chosen);
  if (!business) throw new Error('the user has no unit');
  return {
    user,
    company,
    business,
    businesses: businesses.data,
    switches: switchesOf(company, business),
    can: (capability: Capability) => can(user.role, capability),
    opens: (screen: Screen) => opens(user.role, screen),
  };
}
