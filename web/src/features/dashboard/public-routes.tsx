import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '#web/lib/root-route.ts';

const publicDashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: 'cf-dashboard/public',
  staticData: { titleKey: 'menu.publicDashboard' },
  component: lazyRouteComponent(() => import('#web/features/dashboard/PublicDashboardPage.tsx'), 'PublicDashboardPage'),
});

export const dashboardPublicRoutes = [publicDashboard] as const;
