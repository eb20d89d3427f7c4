import { IconUserCircle } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: 'profile',
  staticData: { titleKey: 'menu.profile', icon: IconUserCircle },
  component: lazyRouteComponent(() => import('#web/features/profile/ProfilePage.tsx'), 'ProfilePage'),
});

export const profileRoutes = [profile] as const;
