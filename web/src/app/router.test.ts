import { createRouter } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { shellPages } from '#web/app/feature-pages.ts';
import { addPages } from '#web/app/pages.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { testQueryClient } from '#web/testing/query-client.ts';
import { rootRoute } from '#web/lib/root-route.ts';
import { shellRoute } from '#web/lib/routing.ts';

/** Where an address of each page leads, by the paths of the pages. */
function pagesFound(router: AnyRouter, paths: readonly string[]) {
  return paths.map((path) => {
    const [, , page] = router.getMatchedRoutes(path.replace(/\$\w+/g, 'a-thing'));
    return page?.fullPath;
  });
}

test('an address leads to the same page, whichever feature comes first', () => {
  onTestFinished(() => void shellRoute.addChildren([...shellPages]));
  const router = createAppRouter(testQueryClient());
  addPages(router);
  const paths = shellPages.map(({ fullPath }) => fullPath);
  expect(paths).toContain('/contatos');
  expect(pagesFound(router, paths)).toEqual(paths);

  shellRoute.addChildren(shellPages.toReversed());
  expect(pagesFound(createRouter({ routeTree: rootRoute, context: router.options.context }), paths)).toEqual(paths);
});

test('what is listed as a page of the shell stands inside it', () => {
  expect(shellPages.map(({ options }) => options.getParentRoute() === shellRoute)).not.toContain(false);
});

test('no page becomes another one when only its search changes', () => {
  expect(shellPages.filter(({ options }) => 'loaderDeps' in options).map(({ fullPath }) => fullPath)).toEqual([]);
});
