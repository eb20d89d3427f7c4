import { IconBulb } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const page = createRoute({
  getParentRoute: () => shellRoute,
  path: 'insights',
  staticData: { titleKey: 'menu.insights', tutorialKey: 'insights', icon: IconBulb },
  component: lazyRouteComponent(() => import('#web/features/insights/InsightsPage.tsx'), 'InsightsPage'),
});

export const insightsRoutes = [page] as const;
