import { IconSettings } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const index = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings',
  staticData: { titleKey: 'menu.settings', icon: IconSettings },
  component: lazyRouteComponent(() => import('#web/features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

export const settingsRoutes = [index] as const;
