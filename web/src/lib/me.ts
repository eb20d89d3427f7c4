import { getMe } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { Business, Company } from '@escuta/contract/companies';
import { can, canByExportFlag, canByTemporaryAccess, canWhenNarrowed, mayOpen } from '@escuta/contract/access-policy';
import type { Capability, Screen, Switches } from '@escuta/contract/access-policy';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '#web/lib/call.ts';
import { asPreviewed, viewerOf } from '#web/lib/role-preview.ts';
import { currentUnit, onUnitChosen } from '#web/lib/unit.ts';

const staleTime = 5 * 60_000;

/** Who is signed in. Like company and units the same in each unit, so a change of unit asks nothing anew. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => asPreviewed(await call(getMe, { signal })),
  staleTime,
});
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

/** The unit that this tab works in: the one chosen, else the first. */
export function selectedBusiness(businesses: readonly Business[], chosen = currentUnit()): Business | undefined {
  return businesses.find((business) => business._id === chosen) ?? businesses[0];
}

/** What a unit and its company have switched on, for the access policy. */
export function switchesOf({ general_attributes }: Company, business: Business): Switches {
  return { ...business, ...business.cf_attributes, ...general_attributes };
}

/** What a user may do, by their role and by what they have beside it. */
export function rightsOf({ role, ticketing_role, permissions, narrowed_to }: User) {
  return (capability: Capability): boolean =>
    (narrowed_to === null || canWhenNarrowed(capability)) &&
    (can(role, capability, ticketing_role) ||
      (permissions.can_temporary_access && canByTemporaryAccess(capability)) ||
      (permissions.exports_personal_data && canByExportFlag(role, capability)));
}

/** The signed-in user, the unit, what it has switched on, and what the role may do. Inside the shell, where all of it is loaded. */
export function useMe() {
  const { data: user } = useSuspenseQuery(meQuery);
  const { data: company } = useSuspenseQuery(companyQuery);
  const { data: businesses } = useSuspenseQuery(businessesQuery);
  const chosen = useSyncExternalStore(onUnitChosen, currentUnit);
  const business = selectedBusiness(businesses.data, chosen);
  if (!business) throw new Error('the user has no unit');
  return {
    user,
    company,
    business,
    businesses: businesses.data,
    switches: switchesOf(company, business),
    can: rightsOf(user),
    /** As `can`, by their own role in the preview of another too: it decides what the server lets them see and where they are. */
    canThemselves: rightsOf(viewerOf(user)),
    opens: (screen: Screen) => mayOpen(user, screen),
  };
}
