import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '#web/lib/root-route.ts';

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: 'signup/$id',
  staticData: { titleKey: 'menu.invitation' },
  component: lazyRouteComponent(() => import('#web/features/invitations/InvitationPage.tsx'), 'InvitationPage'),
});

export const invitationsPublicRoutes = [invitation] as const;
