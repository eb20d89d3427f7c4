import type { AnyRouter } from '@tanstack/react-router';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { AppErrorPage } from '#web/app/AppErrorState.tsx';
import { publicPages, shellPages } from '#web/app/feature-pages.ts';
import { Splash } from '#web/app/Splash.tsx';
import { rootRoute } from '#web/lib/root-route.ts';
import { shellRoute } from '#web/lib/routing.ts';

const dashboard = '/cf-dashboard';

/** An empty path, '/home' and any path that we do not know lead to the dashboard (ROUTE-24..26). */
function leadsHome(path: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ href: dashboard, replace: true });
    },
  });
}

const shell = shellRoute.update({
  component: lazyRouteComponent(() => import('#web/app/Shell.tsx'), 'Shell'),
  errorComponent: AppErrorPage,
  pendingComponent: Splash,
});

for (const page of publicPages) page.update({ pendingComponent: Splash });

const allPages = [
  leadsHome('/'),
  leadsHome('/home'),
  leadsHome('/$'),
  ...publicPages,
  shell.addChildren([...shellPages]),
] as const;

const addToRoot = () => rootRoute.addChildren([...allPages]);
export type PageTree = ReturnType<typeof addToRoot>;

/** Gives the router every page there is, in place of those that it began with. */
export function addPages(router: AnyRouter): void {
  if (Object.values(router.routesById).includes(shellRoute)) return;
  addToRoot();
  // What `update` does with a new tree; this one has the root of before, which `update` takes for no change.
  router.setRoutes(router.buildRouteTree());
}
