import { IconFileExport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/exports/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'exports',
  staticData: { titleKey: 'menu.exports', icon: IconFileExport, capability: 'exports.read', unitSearch: ['page'] },
  // `admin`: those of all companies, for internal staff.
  validateSearch: listSearch.pick({ page: true }).extend({ admin: optional(z.boolean()) }),
  component: lazyRouteComponent(() => import('#web/features/exports/ExportsPage.tsx'), 'ExportsPage'),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'exports/$id',
  staticData: { titleKey: 'menu.exports', capability: 'exports.read', listPath: '/exports' },
  beforeLoad: (given) => prefetch(given, async () => (await queries()).exportsQuery()),
  component: lazyRouteComponent(() => import('#web/features/exports/WatchedExportPage.tsx'), 'WatchedExportPage'),
});

export const exportsRoutes = [list, one] as const;
