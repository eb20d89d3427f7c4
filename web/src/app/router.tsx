import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { AppErrorState } from '#web/app/AppErrorState.tsx';
import { NotFoundPage } from '#web/app/NotFoundPage.tsx';
import { PageLoading } from '#web/app/PageLoading.tsx';
import type { PageTree } from '#web/app/pages.ts';
import { Splash } from '#web/app/Splash.tsx';
import { loginRoute } from '#web/features/access/login-route.ts';
import { rootRoute } from '#web/lib/root-route.ts';
import { hasSession } from '#web/lib/session.ts';

/** How long the page before stays while the next is on its way. */
const pendingMs = 200;

/** Any page but the login: its route is fetched, then the address is looked up again. */
function elsewhere(path: '/' | '/$') {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    pendingComponent: Splash,
    beforeLoad: async ({ context, location }) => {
      await context.loadCode(location.pathname);
      throw redirect({ href: location.href, replace: true });
    },
  });
}

/**
 * The router, which begins with the login page alone: the routes of the others, with the schemas of their addresses, are more
 * code than the whole login page, and come by `loadCode` or when the first of them is opened.
 */
export function createAppRouter(queryClient: QueryClient) {
  const firstTree = rootRoute.addChildren([
    loginRoute.update({ pendingComponent: Splash }),
    elsewhere('/'),
    elsewhere('/$'),
  ]);
  const router = createRouter({
    // For whoever links to a page the tree is whole.
    routeTree: firstTree as unknown as PageTree,
    context: { queryClient, loadCode: (path: string): Promise<void> => loadCode(router, path).routes },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoading,
    defaultPendingMs: pendingMs,
    defaultErrorComponent: AppErrorState,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
  return router;
}

/** Where the router begins without the other pages. */
export const loginPath = '/login';

async function loadPages(router: AnyRouter): Promise<void> {
  const { addPages } = await import('#web/app/pages.ts');
  addPages(router);
}

/**
 * Fetches what the page at a path is drawn with, while its texts and its data are on their way: first the routes, then the code
 * of each that leads there. Either may fail; whoever opens the page asks again.
 */
export function loadCode(router: AnyRouter, path: string): { routes: Promise<void>; parts: Promise<void> } {
  const routes = path === loginPath ? Promise.resolve() : loadPages(router);
  // Around almost every page of somebody who is signed in, so it need not wait for the route that says so.
  if (hasSession()) import('#web/app/Shell.tsx').catch(() => undefined);
  const parts = routes.then(async () => {
    const [found] = router.getMatchedRoutes(path);
    for (const { options } of found) options.staticData?.prepare?.();
    await Promise.all(found.map(async (route) => router.loadRouteChunk(route)));
  });
  parts.catch(() => undefined);
  return { routes, parts };
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
