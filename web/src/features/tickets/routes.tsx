import { IconTicket } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';
import { listSearch } from '#web/ui/list/list-search.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'ticketing',
  staticData: { titleKey: 'menu.ticketing', tutorialKey: 'ticketing', icon: IconTicket, unitSearch: ['page'] },
  validateSearch: listSearch.pick({ page: true }),
  component: lazyRouteComponent(() => import('#web/features/tickets/TicketsPage.tsx'), 'TicketsPage'),
});

export const ticketsRoutes = [list] as const;
