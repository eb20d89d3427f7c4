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

/** How long the page before stays while the next is on its way. */
const pendingMs = 200;

/** Any page but the login: its route is fetched, then the address is looked up again. */
function elsewhere(path: '/' | '/$') {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    pendingComponent: Splash,
    beforeLoad: async ({ context, location }) => {
      await context.loadPages();
      throw redirect({ href: location.href, replace: true });
    },
  });
}

/**
 * The router, which begins with the login page alone: the routes of the others, with the schemas of their addresses, are more
 * code than the whole login page, and come by `loadPages` or when the first of them is opened.
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
    context: { queryClient, loadPages: (): Promise<void> => loadPages(router) },
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

async function loadPages(router: AnyRouter): Promise<void> {
  const { addPages } = await import('#web/app/pages.ts');
  addPages(router);
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
