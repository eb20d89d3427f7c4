import type { User } from '@escuta/contract/access';
import type { Business, Company } from '@escuta/contract/companies';
import { isSwitchedOn, mayOpen, screens } from '@escuta/contract/access-policy';
import type { Screen, Switches } from '@escuta/contract/access-policy';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import type { AnyRouteMatch } from '@tanstack/react-router';
import { CallError } from '#web/lib/call.ts';
import { businessesQuery, companyQuery, meQuery, rightsOf, selectedBusiness, switchesOf } from '#web/lib/me.ts';
import { rootRoute } from '#web/lib/root-route.ts';
import type { RouterContext } from '#web/lib/root-route.ts';
import { comeHome, hasSession, isAwayFromHome } from '#web/lib/session.ts';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';
import { waitForSwitches } from '#web/lib/switch-wait.ts';
import { chooseUnit, currentUnit, forgetUnit } from '#web/lib/unit.ts';
import { writeAsIn } from '#web/lib/writing-zone.ts';

interface Arrival {
  readonly context: RouterContext;
  readonly cause: 'preload' | 'enter' | 'stay';
}

/**
 * For `beforeLoad`: what the page will ask for is on its way while the page's code is, and nothing waits for it. The query comes
 * with code of its own, so that the first route carries none of it. A page that stays, with another address, asks by itself; a
 * `loader` with `loaderDeps` would make another page of it, and on a slow device take away the field in which somebody types.
 */
export function prefetch<Answer, Key extends QueryKey>(
  { context, cause }: Arrival,
  query: () => Promise<FetchQueryOptions<Answer, Error, Answer, Key>>,
): void {
  if (cause === 'stay') return;
  const isFetched = query().then((loaded) => context.queryClient.prefetchQuery(loaded));
  // The page needs the same code, and says that it did not come.
  isFetched.catch(() => undefined);
}

/** Everything behind sign-in. Waits for user, company and units before any page of it draws. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location, matches }) => {
    // While somebody is asked to sign in again the page stays, and what it calls waits.
    if (!hasSession() && !isSignInAwaited())
      throw redirect({ href: `/login?returnUrl=${encodeURIComponent(location.href)}` });
    const page: GuardedPage | undefined = matches.at(-1);
    const loading = loadSession(queryClient);
    const loaded: Session | undefined = await (needsSwitch(page) ? waitForSwitches(loading) : loading);
    if (!loaded) throw turnedAway();
    const { me, company, businesses } = loaded;
    const business = selectedBusiness(businesses.data);
    const switches = business && switchesOf(company, business);
    if (business && business._id !== currentUnit()) chooseUnit(business._id);
    // Before anything inside is drawn.
    if (business) writeAsIn(business.timezone);
    if (isAwayFromHome()) await loadAccess(queryClient);
    if (page && !isOpenTo(page, me, switches)) throw turnedAway();
    return { me, timezone: business?.timezone ?? 'UTC' };
  },
});

interface Session {
  readonly me: User;
  readonly company: Company;
  readonly businesses: { readonly data: readonly Business[] };
}

/** Loads user, units and company. A unit that the tab remembers and the user has lost is forgotten, not the end. */
async function loadSession(queryClient: QueryClient): Promise<Session> {
  try {
    const [me, businesses, company] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(businessesQuery),
      queryClient.ensureQueryData(companyQuery),
    ]);
    return { me, company, businesses };
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
    // Or the account of a customer, whose time is over.
    if (currentUnit() === null && !comeHome()) throw error;
    forgetUnit();
    // What is still on its way asks in the place that is left.
    for (const { queryKey } of [meQuery, businessesQuery, companyQuery]) await queryClient.cancelQueries({ queryKey });
    return loadSession(queryClient);
  }
}

/** By what access one is in the account of a customer: nothing of it is shown before the bar over it can say so. */
async function loadAccess(queryClient: QueryClient): Promise<void> {
  const { accountAccessQuery } = await import('#web/lib/account-access.ts');
  // The bar asks again, and says what kept it.
  await queryClient.ensureQueryData(accountAccessQuery()).catch(() => undefined);
}

type GuardedPage = Pick<AnyRouteMatch, 'fullPath' | 'staticData'>;

/** Where who may not open a page lands: on the dashboard, with a notice (decision 4). */
function turnedAway(): unknown {
  return redirect({ href: '/cf-dashboard?refused=true' });
}

/**
 * Says whether a page opens: for whoever may open its screen, whose switch is on, and who holds what the page asks for beside it. A
 * page without a screen is opened for nobody.
 */
export function isOpenTo({ fullPath, staticData }: GuardedPage, user: User, switches: Switches | undefined): boolean {
  const screen = screenOf({ fullPath, staticData });
  const { capability } = staticData;
  const isOpen = screen && mayOpen(user, screen) && (!switches || isSwitchedOn(screen, switches));
  return isOpen === true && (!capability || rightsOf(user)(capability));
}

/** Whether a page opens only where a switch is on. */
function needsSwitch(page: GuardedPage | undefined): boolean {
  const screen = page && screenOf(page);
  return screen !== undefined && 'feature' in screens[screen];
}

/** The screen that a page belongs to: what it says, else the first part of its address. */
function screenOf({ fullPath, staticData }: GuardedPage): Screen | undefined {
  const name = staticData.screen ?? fullPath.split('/')[1] ?? '';
  return name in screens ? (name as Screen) : undefined;
}
