import { opens } from '@escuta/contract/permissions';
import type { Screen } from '@escuta/contract/permissions';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { businessesQuery, companyQuery, meQuery, selectedBusiness } from '#web/lib/me.ts';
import { hasSession } from '#web/lib/session.ts';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The key in `shell` of the page's title, for the top bar and the browser's tab. */
    titleKey?: string;
  }
}

/** `refused` is set by a guard that turned somebody away: the shell says so and clears it. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: z.object({ refused: z.boolean().optional().catch(undefined) }),
});

/** Everything behind sign-in. Waits for user, company and units before any page of it draws. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    // While somebody is asked to sign in again the page stays, and what it calls waits.
    if (!hasSession() && !isSignInAwaited())
      throw redirect({ href: `/login?returnUrl=${encodeURIComponent(location.href)}` });
    const [me, businesses] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(businessesQuery),
      queryClient.ensureQueryData(companyQuery),
    ]);
    return { me, business: selectedBusiness(businesses.data) };
  },
});

interface GuardContext {
  readonly context: Awaited<ReturnType<NonNullable<typeof shellRoute.options.beforeLoad>>>;
}

/** A guard for `beforeLoad`: a role that may not open the screen lands on the dashboard with a notice (decision 4). */
export function openFor(screen: Screen) {
  return ({ context }: GuardContext): void => {
    const isOff = screen === 'customer-feedback' && context.business?.nps_enabled === false;
    if (!opens(context.me.role, screen) || isOff) throw redirect({ href: '/cf-dashboard?refused=true' });
  };
}
