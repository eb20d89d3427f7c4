import { IconStar } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const reputation = createRoute({
  getParentRoute: () => shellRoute,
  path: 'reputation-management',
  staticData: { titleKey: 'menu.reputation', icon: IconStar, capability: 'reputation.read' },
  component: lazyRouteComponent(() => import('#web/features/reputation/ReputationPage.tsx'), 'ReputationPage'),
});

const reviews = createRoute({
  getParentRoute: () => shellRoute,
  path: 'reviews',
  staticData: { titleKey: 'menu.reviews', capability: 'reviews.read', menuScreen: 'reputation-management' },
  component: lazyRouteComponent(() => import('#web/features/reputation/ReviewsPage.tsx'), 'ReviewsPage'),
});

export const reputationRoutes = [reputation, reviews] as const;
