import { roles } from '@escuta/contract/access-policy';
import { IconUsers } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/team/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/users',
  staticData: {
    titleKey: 'menu.users',
    icon: IconUsers,
    capability: 'users.manage',
    settingsText: 'settings:section.users',
  },
  validateSearch: listSearch.extend({
    sort: optional(z.enum(['role', 'last_access'])),
    state: optional(z.enum(['convidado', 'ativo', 'desativado'])),
    role: optional(z.enum(roles)),
  }),
  beforeLoad: (given) => prefetch(given, async () => (await queries()).membersQuery(given.search)),
  component: lazyRouteComponent(() => import('#web/features/team/TeamPage.tsx'), 'TeamPage'),
});

export const teamRoutes = [list] as const;
