import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const maintenance = createRoute({
  getParentRoute: () => shellRoute,
  path: 'admin/maintenance',
  staticData: { titleKey: 'menu.maintenance', capability: 'internal.admin' },
  component: lazyRouteComponent(() => import('#web/features/installation/MaintenancePage.tsx'), 'MaintenancePage'),
});

export const installationRoutes = [maintenance] as const;
