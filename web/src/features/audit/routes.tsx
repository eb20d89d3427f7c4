import { IconHistory } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/audit/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/audit',
  staticData: {
    titleKey: 'menu.audit',
    icon: IconHistory,
    capability: 'audit.read',
    settingsText: 'settings:section.audit',
  },
  // Which actions there are is the page's to know: their list is no part of what the first page loads.
  validateSearch: listSearch.omit({ sort: true }).extend({
    actor: optional(z.uuid()),
    action: optional(z.string()),
    from: optional(z.iso.date()),
    to: optional(z.iso.date()),
  }),
  beforeLoad: (given) =>
    prefetch(given, async () => {
      const { auditQuery } = await queries();
      return auditQuery(given.search);
    }),
  component: lazyRouteComponent(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
});

export const auditRoutes = [list] as const;
