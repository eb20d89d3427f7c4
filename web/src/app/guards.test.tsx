import { signIn } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { listQueues } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, describe, expect, test } from 'vitest';
import { shellPages } from '#web/app/feature-pages.ts';
import { addPages } from '#web/app/pages.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUnit, testUser } from '#web/testing/render-app.tsx';

/** A server whose numbers do not matter here: the dashboard is where refused people land. */
function server(role: Role = 'own') {
  return signedInServer(role)
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listQueues)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }));
}

// Notices live beside the tree, and stay until they are closed.
afterEach(() => notifications.clean());

const openContacts: readonly Role[] = ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly'];
/** Who only works on tickets (decision 54) finds nothing else in the menu; the specification's list (1§6) is of the others. */
const menuRoles = roles.filter((role) => role !== 'agent');

// A route knows its whole path as soon as a router has been made of it.
addPages(createAppRouter(createQueryClient()));

describe('who may open what', () => {
  test('[ROUTE-01] the login opens without a session', async () => {
    new FakeServer();
    const { router } = openApp('/login');
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  test('who is signed in already is led on by the login page, whose router knew no other page yet', async () => {
    server('own');
    const { router } = openApp(`/login?returnUrl=${encodeURIComponent('/contatos?page=2&sort=none')}`);
    expect(router.matchRoutes('/contatos').map(({ routeId }) => routeId)).toEqual(['__root__', '/$']);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible());
    // Read by the page's own schema, so the page was looked up again.
    expect(router.state.matches.at(-1)).toMatchObject({ routeId: '/shell/contatos', search: { page: 2 } });
    expect(router.state.matches.at(-1)?.search).not.toHaveProperty('sort', 'none');
  });

  test('without a session every other address asks to sign in, and remembers where one was going', async () => {
    new FakeServer();
    const { router } = openApp('/contatos?page=2');
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { returnUrl: '/contatos?page=2' } });
  });

  test.each(openContacts)('[ROUTE-15] /contatos opens to %s', async (role) => {
    server(role);
    const { router } = openApp('/contatos');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible());
    expect(router.state.location.pathname).toBe('/contatos');
  });

  test.each(roles.filter((role) => !openContacts.includes(role)))(
    '[ROUTE-15] /contatos is refused to %s, who lands on the dashboard and is told',
    async (role) => {
      const context = server(role);
      const { router } = openApp('/contatos');
      await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
      expect(await screen.findByText(/Você não tem acesso a essa área/)).toBeVisible();
      await waitFor(() => expect(router.state.location.href).toBe('/cf-dashboard'));
      expect(context.count(listContacts)).toBe(0);
    },
  );

  // The dashboard, and what is everybody's own.
  const ofAll = ['/cf-dashboard', '/profile', '/settings/profile'];
  test.each(shellPages.map(({ fullPath }) => fullPath).filter((path) => !ofAll.includes(path)))(
    '%s is refused to who may open the dashboard alone, whatever its page forgets',
    async (path) => {
      server('dashonly');
      const { router } = openApp(path.replace(/\$\w+/g, '019a9f3e-0000-7000-8000-000000000190'));
      // The notice is drawn anew with the page that it is told over.
      await waitFor(() => expect(screen.getByText(/Você não tem acesso a essa área/)).toBeVisible());
      await waitFor(() => expect(router.state.location.href).toBe('/cf-dashboard'));
    },
  );

  test.each(menuRoles)('[MENU-02] the menu shows contacts to all roles but dashonly: %s', async (role) => {
    server(role);
    openApp('/cf-dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    const menu = within(screen.getByRole('navigation', { name: 'Menu principal' }));
    const link = menu.queryByRole('link', { name: 'Contatos' });
    expect(link?.getAttribute('href')).toBe(role === 'dashonly' ? undefined : '/contatos');
  });
});

test('[ROUTE-26] sign-in without a way back goes to /home, which ends on the dashboard', async () => {
  const context = server();
  localStorage.clear();
  context.on(signIn)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
  const { user, router } = openApp('/login');
  await user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
  await user.type(screen.getByLabelText('Senha'), 'a password');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
  expect(router.state.location.pathname).toBe('/cf-dashboard');
});

describe('an entry of the menu whose switch is off', () => {
  const off = [
    { nps_enabled: false },
    { cf_attributes: { ...testUnit().cf_attributes, cf_surveys: false, cf_ai: true } },
  ];
  const warning = 'Você não possui esse recurso habilitado. Entre em contato com o suporte para saber mais.';

  test.each(off)('[MENU-18, MENU-24] %o: says so instead of opening the surveys', async (unit) => {
    signedInServer('own', unit)
      .refuse(getDashboard, 'FORBIDDEN')
      .refuse(listComments, 'FORBIDDEN')
      .on(listSurveys)(() => ({ data: [], total: 0 }))
      .on(listQueues)(() => ({ data: [], total: 0 }));
    const { user, router } = openApp('/cf-dashboard');
    const menu = within(await screen.findByRole('navigation', { name: 'Menu principal' }));
    expect(menu.getByRole('link', { name: 'Contatos' })).toBeVisible();
    expect(menu.queryByRole('link', { name: /^Pesquisas/ })).toBeNull();
    await user.click(menu.getByRole('button', { name: /^Pesquisas/ }));
    expect(await screen.findByText(warning)).toBeVisible();
    expect(router.state.location.pathname).toBe('/cf-dashboard');
  });
});

test('[ROUTE-26] /home itself is the dashboard', async () => {
  server();
  const { router } = openApp('/home');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
  expect(router.state.location.pathname).toBe('/cf-dashboard');
});
