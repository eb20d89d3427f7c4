import { SurveyId } from '@escuta/contract/ids';
import { IconFileImport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/imports/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'imports',
  staticData: { titleKey: 'menu.imports', icon: IconFileImport, unitSearch: ['page'] },
  validateSearch: listSearch.pick({ page: true, search: true }).extend({
    /** The imports of all companies, for internal staff. */
    admin: optional(z.literal(true)),
  }),
  beforeLoad: (given) => {
    const { admin, page } = given.search;
    if (!admin) prefetch(given, async () => (await queries()).importsQuery({ page }));
  },
  component: lazyRouteComponent(() => import('#web/features/imports/ImportsPage.tsx'), 'ImportsPage'),
});

const watched = createRoute({
  getParentRoute: () => shellRoute,
  path: 'imports/$id',
  staticData: { titleKey: 'menu.imports', listPath: '/imports' },
  beforeLoad: (given) => prefetch(given, async () => (await queries()).importsQuery()),
  component: lazyRouteComponent(() => import('#web/features/imports/WatchedImportPage.tsx'), 'WatchedImportPage'),
});

const importer = createRoute({
  getParentRoute: () => shellRoute,
  path: 'importer/contacts',
  staticData: { titleKey: 'menu.importer', unitSearch: ['uploadId', 'importId'] },
  validateSearch: z.object({
    /** The file that is being checked. */
    uploadId: optional(z.uuid()),
    /** The import that was started here. */
    importId: optional(z.uuid()),
  }),
  component: lazyRouteComponent(() => import('#web/features/imports/ImporterPage.tsx'), 'ImporterPage'),
});

const answers = createRoute({
  getParentRoute: () => shellRoute,
  path: 'importer/answers',
  staticData: {
    titleKey: 'menu.importAnswers',
    tutorialKey: 'answers',
    unitSearch: ['surveyId', 'uploadId', 'importId'],
  },
  validateSearch: z.object({
    /** The survey that the answers are to. */
    surveyId: optional(SurveyId),
    uploadId: optional(z.uuid()),
    importId: optional(z.uuid()),
  }),
  component: lazyRouteComponent(() => import('#web/features/imports/ImportAnswersPage.tsx'), 'ImportAnswersPage'),
});

const importers = createRoute({
  getParentRoute: () => shellRoute,
  path: 'importer',
  beforeLoad: () => {
    throw redirect({ href: '/importer/contacts', replace: true });
  },
});

export const importsRoutes = [list, watched, importer, answers, importers] as const;
