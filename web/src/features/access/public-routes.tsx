import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { loginRoute } from '#web/features/access/login-route.ts';
import { safeReturnUrl } from '#web/features/access/return-url.ts';
import { flagOf, rootRoute, textOf } from '#web/lib/root-route.ts';

interface FederatedSearch {
  /** A code for one session, by the name that the specification gives it (decision 0040). */
  access_token?: string | undefined;
  returnUrl?: string | undefined;
  /** In a tab that a dialog opened. */
  tab?: boolean | undefined;
  keepMeLoggedIn?: boolean | undefined;
}

/** Where the browser comes back to from the federated identity provider: it takes its session and goes on. */
const federatedLogin = createRoute({
  getParentRoute: () => rootRoute,
  path: 'federated-login',
  staticData: { titleKey: 'menu.login' },
  validateSearch: ({ access_token, returnUrl, tab, keepMeLoggedIn }: Record<string, unknown>): FederatedSearch => ({
    access_token: textOf(access_token),
    returnUrl: textOf(returnUrl),
    tab: flagOf(tab),
    keepMeLoggedIn: flagOf(keepMeLoggedIn),
  }),
  beforeLoad: async ({ search, context: { queryClient }, preload }): Promise<{ step?: CodeStep }> => {
    const { access_token: code, returnUrl, tab, keepMeLoggedIn = false } = search;
    if (preload) return {};
    if (code === undefined) {
      if (tab) return {};
      throw redirect({ href: safeReturnUrl(returnUrl), replace: true });
    }
    const { takeFederatedSession } = await import('#web/features/access/take-federated-session.ts');
    const { failure, step } = await takeFederatedSession(queryClient, { code, keepMeLoggedIn });
    if (failure) {
      // Taken out of the address, and said, where every page begins.
      const query = new URLSearchParams({ msal_error: failure, ...(returnUrl ? { returnUrl } : {}) });
      throw redirect({ href: `/login?${query}`, replace: true, reloadDocument: true });
    }
    if (step) return { step };
    // The code leaves the address.
    if (tab) throw redirect({ to: '/federated-login', search: { tab }, replace: true });
    throw redirect({ href: safeReturnUrl(returnUrl), replace: true });
  },
  component: lazyRouteComponent(() => import('#web/features/access/FederatedLoginPage.tsx'), 'FederatedLoginPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgotPassword/$id',
  staticData: { titleKey: 'menu.resetPassword' },
  component: lazyRouteComponent(() => import('#web/features/access/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

export const accessPublicRoutes = [loginRoute, federatedLogin, resetPassword] as const;
