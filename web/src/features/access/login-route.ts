import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { safeReturnUrl } from '#web/features/access/return-url.ts';
import { flagOf, rootRoute, textOf } from '#web/lib/root-route.ts';
import { forgetSession, hasSession } from '#web/lib/session.ts';

interface LoginSearch {
  returnUrl?: string | undefined;
  email?: string | undefined;
  /** A session ended on the way here: the page says so. */
  expired?: boolean | undefined;
  /** Begins with asking for a link to a new password. */
  recover?: boolean | undefined;
}

/** The login page, which a browser shows before it has the code of any other. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  staticData: { titleKey: 'menu.login' },
  validateSearch: ({ returnUrl, email, expired, recover }: Record<string, unknown>): LoginSearch => ({
    returnUrl: textOf(returnUrl),
    email: textOf(email),
    expired: flagOf(expired),
    recover: flagOf(recover),
  }),
  beforeLoad: ({ search }) => {
    if (hasSession()) throw redirect({ href: safeReturnUrl(search.returnUrl) });
    forgetSession();
  },
  component: lazyRouteComponent(() => import('#web/features/access/LoginPage.tsx'), 'LoginPage'),
});
