import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '#web/lib/routing.ts';
import { forgetSession, hasSession } from '#web/lib/session.ts';
import { safeReturnUrl } from '#web/features/access/return-url.ts';

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  staticData: { titleKey: 'menu.login' },
  validateSearch: z.object({
    returnUrl: z.string().optional().catch(undefined),
    email: z.string().optional().catch(undefined),
    /** A session ended on the way here: the page says so. */
    expired: z.boolean().optional().catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (hasSession()) throw redirect({ href: safeReturnUrl(search.returnUrl) });
    forgetSession();
  },
  component: lazyRouteComponent(() => import('#web/features/access/LoginPage.tsx'), 'LoginPage'),
});

export const accessPublicRoutes = [login] as const;
