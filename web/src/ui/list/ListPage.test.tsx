import { listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { describe, expect, test } from 'vitest';
import { aContact } from '#web/testing/contact-samples.ts';
import { testQueryClient } from '#web/testing/query-client.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { signedInServer } from '#web/testing/render-app.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { listSearch, pageOf } from '#web/ui/list/list-search.ts';
import type { ListSearch } from '#web/ui/list/list-search.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { NoValue } from '#web/ui/NoValue.tsx';

/** All that a list page needs, with search, order, columns, pages and an empty state. */
function PeoplePage() {
  const search = useSearch({ strict: false }) as ListSearch;
  const sort = search.sort === 'name' ? 'name' : undefined;
  const people = useQuery(routeQuery(listContacts, { query: { ...pageOf(search), sort } }));
  const columns: Column<Contact>[] = [
    { key: 'name', header: 'Name', orders: [{ by: 'name', direction: 'ascending' }], cell: ({ name }) => name },
    { key: 'email', header: 'E-mail', width: 240, choice: 'shown', cell: ({ email }) => email ?? <NoValue /> },
    {
      key: 'created',
      header: 'Created',
      width: 160,
      card: 'corner',
      choice: 'hidden',
      orders: [{ by: 'created_at', direction: 'descending', isDefault: true }],
      cell: ({ created_at }) => created_at.slice(0, 10),
    },
  ];
  return (
    <ListPage
      name="people"
      title="People"
      state={useListState(search)}
      answer={people}
      columns={columns}
      search={{ label: 'Find people', placeholder: 'Name' }}
      empty={<EmptyState title="Nobody yet" />}
    />
  );
}

function person(at: number, email: string | null = `person${at}@example.com`): Contact {
  const _id = `019a9f3e-0000-7000-8000-${String(at).padStart(12, '0')}` as Contact['_id'];
  return aContact({ _id, name: `Person ${at}`, email, tel: null });
}

function openPeople(address = '/') {
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    validateSearch: listSearch,
    component: PeoplePage,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: rootRoute.addChildren([route]), history });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={testQueryClient()}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

function serverWith(...people: Contact[]) {
  return signedInServer().on(listContacts)(({ query }) =>
    query['search'] === 'nobody' ? { data: [], total: 0 } : { data: people, total: 41 },
  );
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('a list', () => {
  test('asks for what its address says, and says in its address what was asked for', async () => {
    const server = serverWith(person(1));
    const { user, router } = openPeople('/?page=2&search=%221190703%22');
    expect(await screen.findByText('21–40 de 41')).toBeVisible();
    expect(screen.getByLabelText('Find people')).toHaveValue('1190703');
    expect(server.asked(listContacts).at(-1)?.query).toEqual({ limit: '20', page: '2', search: '1190703' });

    await user.clear(screen.getByLabelText('Find people'));
    await user.type(screen.getByLabelText('Find people'), ' Maria   Silva ');
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'Maria Silva' }));
    await user.click(await screen.findByRole('button', { name: 'Última' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'Maria Silva', page: 3 }));
  });

  test('searches for no more words than may be asked for', async () => {
    const server = serverWith(person(1));
    openPeople(`/?search=${'a'.repeat(300)}`);
    const field = await screen.findByLabelText('Find people');
    expect(field).toHaveValue('a'.repeat(200));
    expect(field).toHaveAttribute('maxlength', '200');
    await waitFor(() => expect(server.asked(listContacts).at(-1)?.query['search']).toBe('a'.repeat(200)));
  });

  test('beyond its last page is at its last, in place of that address', async () => {
    const server = signedInServer().on(listContacts)(({ query }) => ({
      data: Number(query['page']) > 3 ? [] : [person(41)],
      total: 41,
    }));
    const { router } = openPeople('/?page=9999&sort=name');
    expect(await screen.findByText('Person 41')).toBeVisible();
    expect(screen.getByText('41–41 de 41')).toBeVisible();
    expect(router.state.location.search).toEqual({ page: 3, sort: 'name' });
    expect(router.history.length).toBe(1);
    expect(server.asked(listContacts).map(({ query }) => query['page'])).toEqual(['9999', '3']);
    expect(screen.queryByText('Nobody yet')).toBeNull();
  });

  test('is put in another order by the head of a column, and begins at its first page', async () => {
    const server = serverWith(person(1));
    const { user, router } = openPeople('/?page=2');
    const name = await screen.findByRole('columnheader', { name: 'Name' });
    expect(name).not.toHaveAttribute('aria-sort');
    await user.click(within(name).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'name' }));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await waitFor(() => expect(server.asked(listContacts).at(-1)?.query).toMatchObject({ page: '1', sort: 'name' }));

    await user.click(screen.getByRole('button', { name: 'Exibir' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Created', hidden: true }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('shows the columns that were chosen, also the next time', async () => {
    serverWith(person(1));
    const { user } = openPeople();
    await screen.findByText('Person 1');
    expect(heads()).toEqual(['Name', 'E-mail']);
    await user.click(screen.getByRole('button', { name: 'Exibir' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Created', hidden: true }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'E-mail', hidden: true }));
    await waitFor(() => expect(heads()).toEqual(['Name', 'Created']));
    expect(JSON.parse(localStorage.getItem('columns:people') ?? '')).toEqual({ created: true, email: false });
    document.body.innerHTML = '';
    openPeople();
    await screen.findByText('Person 1');
    expect(heads()).toEqual(['Name', 'Created']);
  });

  test('says whether there is nothing or nothing that matches', async () => {
    const server = serverWith();
    const { user } = openPeople('/?search=nobody&page=2');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    server.on(listContacts)(() => ({ data: [], total: 0 }));
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Nobody yet')).toBeVisible();
  });

  test('begins at its first page when its filters are cleared', async () => {
    const server = serverWith(person(1));
    server.on(listContacts)(({ query }) =>
      query['search'] ? { data: [], total: 0 } : { data: [person(1)], total: 41 },
    );
    const { user, router } = openPeople('/?search=nobody&page=2');
    await user.click(await screen.findByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('1–20 de 41')).toBeVisible();
    expect(router.state.location.search).toEqual({});
    expect(server.asked(listContacts).at(-1)?.query).toEqual({ limit: '20', page: '1' });
  });

  test('is made of cards on a phone, which leave out what is not there', async () => {
    showOnPhone();
    serverWith(person(1), person(2, null));
    openPeople();
    const cards = within(await screen.findByRole('list', { name: 'People' })).getAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual(['Person 1person1@example.com', 'Person 2']);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
