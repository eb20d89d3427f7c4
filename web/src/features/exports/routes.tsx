import { IconFileExport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const page = lazyRouteComponent(() => import('#web/features/exports/ExportsPage.tsx'), 'ExportsPage');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'exports',
  staticData: { titleKey: 'menu.exports', icon: IconFileExport, capability: 'exports.read' },
  component: page,
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'exports/$id',
  staticData: { titleKey: 'menu.exports', capability: 'exports.read' },
  component: page,
});

export const exportsRoutes = [list, one] as const;
