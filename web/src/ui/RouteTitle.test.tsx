import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { awaitPageTitle } from '#web/ui/focus-page-title.ts';
import { RouteTitle } from '#web/ui/RouteTitle.tsx';

test('the title of a page that follows one still loading takes the focus', async () => {
  const { go } = renderPages();
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  expect(await heading('Contatos')).not.toHaveFocus();
  await go('/surveys');
  expect(await heading('Pesquisas')).toHaveFocus();
  await go('/contacts');
  expect(await heading('Contatos')).toHaveFocus();
});

/** Two pages that do not get beyond their title. */
function renderPages() {
  const root = createRootRoute({ component: RouteTitle });
  const page = (path: string, titleKey: string) =>
    createRoute({ getParentRoute: () => root, path, staticData: { titleKey } });
  const router = createRouter({
    routeTree: root.addChildren([page('/contacts', 'menu.contacts'), page('/surveys', 'menu.surveys')]),
    history: createMemoryHistory({ initialEntries: ['/contacts'] }),
  });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return {
    go: (path: string) =>
      act(() => {
        awaitPageTitle();
        return router.navigate({ to: path });
      }),
  };
}
