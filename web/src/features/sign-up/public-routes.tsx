import { campaignSearch } from '#web/features/sign-up/campaign.ts';
import type { Campaign } from '#web/features/sign-up/campaign.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute, textOf } from '#web/lib/root-route.ts';

interface SignUpSearch extends Campaign {
  returnUrl?: string | undefined;
}

const createAccount = createRoute({
  getParentRoute: () => rootRoute,
  path: 'create-account',
  staticData: { titleKey: 'menu.createAccount' },
  validateSearch: (search: Record<string, unknown>): SignUpSearch => ({
    returnUrl: textOf(search['returnUrl']),
    ...campaignSearch(search),
  }),
  component: lazyRouteComponent(() => import('#web/features/sign-up/CreateAccountPage.tsx'), 'CreateAccountPage'),
});

/** The way that one types (ROUTE-27). */
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: 'signup',
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/create-account${location.searchStr}`, replace: true });
  },
});

const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: 'terms',
  staticData: { titleKey: 'menu.terms' },
  component: lazyRouteComponent(() => import('#web/features/sign-up/TermsPage.tsx'), 'TermsPage'),
});

export const signUpPublicRoutes = [createAccount, signUp, terms] as const;
