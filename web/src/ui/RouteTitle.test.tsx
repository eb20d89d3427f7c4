import { MantineProvider, Title } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { RouteComponent } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { use } from 'react';
import type { PropsWithChildren } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { awaitTitlesOf, useAwaitedTitle } from '#web/ui/focus-page-title.ts';
import { RouteTitle } from '#web/ui/RouteTitle.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the title of a page that follows one still loading takes the focus', async () => {
  const { go } = renderPages(RouteTitle);
  expect(await heading('Contatos')).not.toHaveFocus();
  await act(() => go('/surveys'));
  expect(await heading('Pesquisas')).toHaveFocus();
  await act(() => go('/contacts'));
  expect(await heading('Contatos')).toHaveFocus();
});

test('a page that comes while it is being left does not take the focus from the next one', async () => {
  const code = Promise.withResolvers<void>();
  const data = Promise.withResolvers<void>();
  const { go } = renderPages(Outlet, {
    contacts: function ContactsPage() {
      use(code.promise);
      return <PageTitle>Contatos</PageTitle>;
    },
    surveys: () => <PageTitle>Pesquisas</PageTitle>,
    loadSurveys: () => data.promise,
  });
  expect(await screen.findByText('…')).toBeVisible();
  const gone = go('/surveys');
  await act(async () => code.resolve());
  expect(await heading('Contatos')).not.toHaveFocus();
  await act(async () => {
    data.resolve();
    await gone;
  });
  expect(await heading('Pesquisas')).toHaveFocus();
});

test('the title of a page that one comes back to before the next one came takes the focus', async () => {
  const code = Promise.withResolvers<void>();
  const { go } = renderPages(Outlet, {
    contacts: () => <PageTitle>Contatos</PageTitle>,
    surveys: function SurveysPage() {
      use(code.promise);
      return null;
    },
  });
  expect(await heading('Contatos')).not.toHaveFocus();
  await act(() => go('/surveys'));
  expect(await screen.findByText('…')).toBeVisible();
  await act(() => go('/contacts'));
  expect(await heading('Contatos')).toHaveFocus();
});

test('the title of a page that somebody goes to before the first one came takes the focus', async () => {
  const { go } = renderPages(
    () => (
      <>
        <button type="button">Menu</button>
        <RouteTitle />
      </>
    ),
    { loadContacts: () => new Promise(() => undefined) },
  );
  (await screen.findByRole('button', { name: 'Menu' })).focus();
  await act(() => go('/surveys'));
  expect(await heading('Pesquisas')).toHaveFocus();
});

test('a title that stood in when its application ended hands no focus to the next one', async () => {
  const { go, end } = renderPages(RouteTitle);
  await heading('Contatos');
  await act(() => go('/surveys'));
  expect(await heading('Pesquisas')).toHaveFocus();
  end();
  renderPages(RouteTitle);
  expect(await heading('Contatos')).not.toHaveFocus();
});

function PageTitle({ children }: PropsWithChildren) {
  return (
    <Title ref={useAwaitedTitle()} order={1} tabIndex={-1}>
      {children}
    </Title>
  );
}

interface Pages {
  readonly contacts?: RouteComponent;
  readonly surveys?: RouteComponent;
  readonly loadContacts?: () => Promise<void>;
  readonly loadSurveys?: () => Promise<void>;
}

/** Two pages, of which contacts is shown first; `frame` stands around them. Answers how to go to another and how to end. */
function renderPages(frame: RouteComponent, { contacts, surveys, loadContacts, loadSurveys }: Pages = {}) {
  const root = createRootRoute({ component: frame });
  const parent = { getParentRoute: () => root };
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        ...parent,
        path: '/contacts',
        component: contacts,
        loader: loadContacts,
        staticData: { titleKey: 'menu.contacts' },
      }),
      createRoute({
        ...parent,
        path: '/surveys',
        component: surveys,
        loader: loadSurveys,
        staticData: { titleKey: 'menu.surveys' },
      }),
    ]),
    defaultPendingComponent: () => <p>…</p>,
    history: createMemoryHistory({ initialEntries: ['/contacts'] }),
  });
  const stop = awaitTitlesOf(router);
  const { unmount } = render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const end = () => {
    unmount();
    stop();
  };
  onTestFinished(end);
  return { go: (path: string) => router.navigate({ to: path }), end };
}
