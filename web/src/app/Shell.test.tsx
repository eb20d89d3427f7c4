import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listMyBusinesses } from '@escuta/contract/companies';
import type { Business } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { getResponse, listResponses } from '@escuta/contract/response-list';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, otherUnitId, signedInServer, testUnit } from '#web/testing/render-app.tsx';

// By its label: the style sheet that shows it asks for the width of happy-dom's window, which is a desk's.
const burger = () => screen.getByLabelText('Menu principal', { selector: 'button' });
const menu = () => screen.getByRole('navigation', { name: 'Menu principal' });
const behind = () => [screen.getByRole('main'), screen.getByRole('button', { name: 'Menu de Ana Souza' })];
const isInert = (element: HTMLElement) => element.closest('[inert]') !== null;

async function openDashboard(server = signedInServer()) {
  server
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }));
  const app = openApp('/cf-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return app;
}

describe('the menu on a phone', () => {
  beforeEach(showOnPhone);

  test('takes the focus and keeps it, over a page that answers to nothing', async () => {
    const { user } = await openDashboard();
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    expect(burger().getAttribute('aria-controls')).toBe(menu().id);
    expect(isInert(menu())).toBe(true);
    expect(behind().map(isInert)).toEqual([false, false]);

    await user.click(burger());
    expect(burger()).toHaveAttribute('aria-expanded', 'true');
    expect(isInert(menu())).toBe(false);
    expect(isInert(burger())).toBe(false);
    expect(behind().map(isInert)).toEqual([true, true]);
    const first = within(menu()).getByRole('link', { name: 'Dashboard' });
    await waitFor(() => expect(first).toHaveFocus());
    await user.tab({ shift: true });
    expect(menu()).toContainElement(document.activeElement as HTMLElement);
    await user.tab();
    expect(first).toHaveFocus();
  });

  test('gives the focus back to its button on Escape', async () => {
    const { user } = await openDashboard();
    await user.click(burger());
    await waitFor(() => expect(menu()).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    expect(burger()).toHaveFocus();
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    expect(behind().map(isInert)).toEqual([false, false]);
  });

  test('closes for the page that was chosen, and stays closed on the way back', async () => {
    const { user, router } = await openDashboard();
    await user.click(burger());
    await user.click(within(menu()).getByRole('link', { name: 'Contatos' }));
    // The title that waited for the page gives way to the page's own.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contatos' })).toHaveFocus());
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
    router.history.back();
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(burger()).toHaveAttribute('aria-expanded', 'false');
  });
});

test('beside the page the menu is open to the focus as it stands', async () => {
  await openDashboard();
  expect([menu(), ...behind()].map(isInert)).toEqual([false, false, false]);
});

describe('the menu beside the page', () => {
  const widen = () => screen.getByRole('button', { name: 'Expandir menu' });

  test('is narrowed by a button that says so, and stays as it was left', async () => {
    const { user, unmount } = await openDashboard();
    await user.click(screen.getByText('Recolher menu'));
    expect(widen()).toBeVisible();
    expect(within(menu()).queryByText('Contatos')).toBeNull();
    unmount();
    await openDashboard();
    expect(widen()).toBeVisible();
  });

  test('begins narrow on a tablet, whatever the desk remembers', async () => {
    const ask = window.matchMedia;
    window.matchMedia = (query) => ({ ...ask(query), matches: query === '(max-width: 68.7em)' });
    const { user } = await openDashboard();
    expect(within(menu()).getByRole('link', { name: 'Contatos' })).toBeVisible();
    expect(within(menu()).queryByText('Contatos')).toBeNull();
    await user.click(widen());
    expect(within(menu()).getByText('Contatos')).toBeVisible();
    expect(localStorage.getItem('sidebar-collapsed')).not.toBe('true');
  });
});

describe('where one is', () => {
  test('[TOPBAR-06] one unit is named with its company, and cannot be changed', async () => {
    await openDashboard();
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByText('Aurora Paulista')).toBeVisible();
    expect(bar.getByText('Aurora')).toBeVisible();
    expect(bar.queryByRole('button', { name: /^Unidade:/ })).toBeNull();
  });

  test('one name of both is written once', async () => {
    await openDashboard(signedInServer('own', { nome: 'Aurora' }));
    expect(within(screen.getByRole('banner')).getAllByText('Aurora')).toHaveLength(1);
  });

  test.each([
    ['/cf-dashboard', { surveyId: testUnit()._id, period: '7d', metric: 'csat' }, { period: '7d', metric: 'csat' }],
    [
      '/customer-feedback/responses',
      { surveyId: testUnit()._id, channel: 'email', page: 2, response: testUnit()._id },
      { channel: 'email' },
    ],
    ['/contatos', { page: 2, importDataId: testUnit()._id, sort: 'name' }, { sort: 'name' }],
  ])(
    'another unit has nothing of what %s named of the one before, and the rest of its filter',
    async (path, named, kept) => {
      const praia = testUnit({ _id: otherUnitId, nome: 'Aurora Praia' });
      const server = signedInServer()
        .on(listMyBusinesses)(() => ({ data: [testUnit(), praia] }))
        .refuse(getDashboard, 'FORBIDDEN')
        .refuse(listComments, 'FORBIDDEN')
        .refuse(listResponses, 'FORBIDDEN')
        .refuse(getResponse, 'FORBIDDEN')
        .refuse(listContacts, 'FORBIDDEN')
        .on(listSurveys)(() => ({ data: [], total: 0 }));
      const { user, router } = openApp(
        `${path}?${new URLSearchParams(Object.entries(named).map(([key, value]) => [key, String(value)]))}`,
      );
      await user.click(await screen.findByRole('button', { name: /^Unidade: Aurora Paulista/ }));
      await user.click(await screen.findByText('Aurora Praia'));
      await screen.findByRole('button', { name: /^Unidade: Aurora Praia/ });
      expect(router.state.location.pathname).toBe(path);
      expect(router.state.location.search).toEqual(kept);
      const asked = server.calls.filter(({ headers }) => headers.get('x-business-id') === otherUnitId);
      expect(asked.filter(({ query }) => query['surveyId'] || query['importDataId'] || query['page'] === '2')).toEqual(
        [],
      );
    },
  );

  test('on a phone units are told apart by the part of the name in which they differ', async () => {
    showOnPhone();
    const praia = testUnit({ _id: '019a9f3e-0000-7000-8000-000000000009' as Business['_id'], nome: 'Aurora Praia' });
    await openDashboard(signedInServer().on(listMyBusinesses)(() => ({ data: [testUnit(), praia] })));
    const choose = screen.getByRole('button', { name: 'Unidade: Aurora Paulista. Trocar de unidade' });
    expect(choose).toHaveTextContent(/^Paulista$/);
    // Under the title of the page, not beside it.
    expect(within(choose.parentElement!).getByText('Dashboard')).toBeVisible();
  });
});
