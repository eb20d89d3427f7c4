import { getDashboard, listComments } from '@escuta/contract/analytics';
import { signIn } from '@escuta/contract/access';
import { listContacts } from '@escuta/contract/contacts';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetSession } from '#web/lib/session.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });
const loaded = { timeout: 30_000 };
afterEach(() => vi.restoreAllMocks());

const server = () =>
  signedInServer()
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(signIn)(() => ({ result: 1, user: testUser(), token: 'a-token' }));

test('a fault in one page leaves the shell, from which another page opens', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server();
  const { router, user } = openApp('/cf-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' }, loaded);
  const page = router.routesByPath['/contatos'];
  const { component } = page.options;
  page.options.component = () => {
    throw new TypeError('a fault of this page');
  };
  try {
    await router.navigate({ to: '/contatos' });
    expect(await screen.findByRole('alert', {}, loaded)).toHaveTextContent(/Algo deu errado do nosso lado/);
    expect(screen.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
    const menu = within(screen.getByRole('navigation', { name: 'Menu principal' }));
    await user.click(menu.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible(), loaded);
  } finally {
    page.options.component = component;
  }
});

test('a browser that stores nothing signs in all the same, and works in the tab', async () => {
  localStorage.clear();
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  const fake = server();
  forgetSession();
  const { user, router } = openApp('/contatos');
  await user.type(await screen.findByLabelText('E-mail', {}, loaded), 'ana@aurora.example');
  await user.type(screen.getByLabelText('Senha'), 'a password{Enter}');
  expect(await screen.findByLabelText('Buscar contatos', {}, loaded)).toBeVisible();
  expect(fake.asked(listContacts).at(-1)?.headers.get('authorization')).toBe('a-token');
  await router.navigate({ to: '/customer-feedback' });
  await waitFor(() => expect(fake.count(listSurveys)).toBeGreaterThan(0));
});
