import { IconChartBar } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const page = createRoute({
  getParentRoute: () => shellRoute,
  path: 'cf-analytics',
  staticData: { titleKey: 'menu.analytics', icon: IconChartBar },
  component: lazyRouteComponent(() => import('#web/features/analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
});

export const analyticsRoutes = [page] as const;
