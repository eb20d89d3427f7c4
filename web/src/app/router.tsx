import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { AppErrorPage, AppErrorState } from '#web/app/AppErrorState.tsx';
import { publicPages, shellPages } from '#web/app/feature-pages.ts';
import { NotFoundPage } from '#web/app/NotFoundPage.tsx';
import { PageLoading } from '#web/app/PageLoading.tsx';
import { Splash } from '#web/app/Splash.tsx';
import { rootRoute, shellRoute } from '#web/lib/routing.ts';

const dashboard = '/cf-dashboard';
/** How long the page before stays while the next is on its way. */
const pendingMs = 200;

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

const routeTree = rootRoute.addChildren([
  leadsHome('/'),
  leadsHome('/home'),
  leadsHome('/$'),
  ...publicPages,
  shell.addChildren([...shellPages]),
]);

/** The router over all features' pages. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoading,
    defaultPendingMs: pendingMs,
    defaultErrorComponent: AppErrorState,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
