import { IconUserCircle } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/profile',
  // Everybody opens it, whoever opens the settings.
  staticData: {
    titleKey: 'menu.profile',
    screen: 'profile',
    icon: IconUserCircle,
    settingsText: 'settings:section.profile',
  },
  component: lazyRouteComponent(() => import('#web/features/profile/ProfilePage.tsx'), 'ProfilePage'),
});

/** The short address. */
const short = createRoute({
  getParentRoute: () => shellRoute,
  path: 'profile',
  staticData: { screen: 'profile' },
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});

export const profileRoutes = [profile, short] as const;
