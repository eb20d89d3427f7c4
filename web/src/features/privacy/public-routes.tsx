import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '#web/lib/root-route.ts';

/** Where people ask a company for a right over their data (PRIVACY-03): the address stands on the company's own pages. */
const form = createRoute({
  getParentRoute: () => rootRoute,
  path: 'privacidade/$slug',
  staticData: { titleKey: 'menu.privacyForm' },
  component: lazyRouteComponent(() => import('#web/features/privacy/PrivacyFormPage.tsx'), 'PrivacyFormPage'),
});

export const privacyPublicRoutes = [form] as const;
