import { IconFileImport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { openFor, shellRoute } from '#web/lib/routing.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'imports',
  staticData: { titleKey: 'menu.imports', icon: IconFileImport },
  beforeLoad: openFor('imports'),
  validateSearch: z.object({ page: z.number().int().min(1).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('#web/features/imports/ImportsPage.tsx'), 'ImportsPage'),
});

const watched = createRoute({
  getParentRoute: () => shellRoute,
  path: 'imports/$id',
  staticData: { titleKey: 'menu.imports', listPath: '/imports' },
  beforeLoad: openFor('imports'),
  component: lazyRouteComponent(() => import('#web/features/imports/WatchedImportPage.tsx'), 'WatchedImportPage'),
});

const importer = createRoute({
  getParentRoute: () => shellRoute,
  path: 'importer/contacts',
  staticData: { titleKey: 'menu.importer' },
  beforeLoad: openFor('importer'),
  validateSearch: z.object({
    /** The file that is being checked. */
    uploadId: z.uuid().optional().catch(undefined),
    /** The import that was started here, for who may not open the list of all. */
    importId: z.uuid().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/imports/ImporterPage.tsx'), 'ImporterPage'),
});

export const importsRoutes = [list, watched, importer] as const;
