import { getMe, signIn, signOut } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { createContact, exportContacts, listContacts } from '@escuta/contract/contacts';
import { getEnvironment } from '@escuta/contract/environment';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '#web/lib/call.ts';
import { previewRole } from '#web/lib/role-preview.ts';
import { rememberSession } from '#web/lib/session.ts';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

const text = { pt: 'Trocamos o banco de dados.', es: 'Cambiamos la base de datos.', en: 'We change the database.' };
const told = { text, until: '2026-12-01T11:00:00.000Z' };
const environment = {
  homologation: null,
  support_email: 'ajuda@escuta.example',
  support_chat_url: null,
  beta_url: null,
  short_links_url: null,
};

const server = () =>
  signedInServer()
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(signOut)(() => ({ ok: true }))
    .on(getEnvironment)(() => environment);

async function openContacts() {
  const app = openApp('/contatos');
  await screen.findByLabelText('Buscar contatos');
  return app;
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const create = () =>
  call(createContact, { body: { name: 'Maria', email: 'maria@exemplo.example', tel: null } }).catch(() => undefined);

describe('an act that the role may not do', () => {
  test('[DIALOG-01, DIALOG-02] opens the dialog Permissão, which is closed by its button and comes again', async () => {
    server().refuse(createContact, 'FORBIDDEN');
    const { user } = await openContacts();
    for (const _time of ['once', 'again']) {
      await create();
      const opened = within(await dialog('Permissão'));
      expect(opened.getByText('Você não tem a permissão necessária para executar esta ação!')).toBeVisible();
      await user.click(opened.getAllByRole('button', { name: 'Fechar' }).at(-1)!);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(screen.getByLabelText('Buscar contatos')).toBeVisible();
  });

  test('a file that may not be taken away opens it too', async () => {
    server().refuse(exportContacts, 'FORBIDDEN');
    await openContacts();
    await call(exportContacts, { query: { format: 'csv' } }).catch(() => undefined);
    expect(await dialog('Permissão')).toBeVisible();
  });

  test('what a page only asks for says so in its place, however often it is asked', async () => {
    server().refuse(listContacts, 'FORBIDDEN');
    const { queryClient } = openApp('/contatos');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Você não tem a permissão necessária/);
    for (const _time of [1, 2, 3]) await queryClient.refetchQueries();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('maintenance', () => {
  test('[DIALOG-03, SESSION-13] clears the tokens, goes to the login and says what happens, and until when', async () => {
    const { router, queryClient } = await (server(), openContacts());
    server().refuse(listContacts, 'MAINTENANCE', told).refuse(getMe, 'MAINTENANCE', told);
    void queryClient.invalidateQueries();
    const opened = within(await dialog('Manutenção'));
    expect(opened.getByText('A plataforma está temporariamente desativada e volta em breve.')).toBeVisible();
    expect(opened.getByText(text.pt)).toBeVisible();
    expect(opened.getByText(/Previsão de retorno: 1 dez 2026/)).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await screen.findByText('Acompanhe o que seus clientes dizem.')).toBeInTheDocument();
    const kept = ['access_token', 'empresaId', 'business', 'user_id', 'user_email'].filter((key) =>
      localStorage.getItem(key),
    );
    expect(kept).toEqual([]);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('meets who signs in, and stays at the login', async () => {
    new FakeServer().refuse(signIn, 'MAINTENANCE', { text: null, until: null });
    const { user, router } = openApp('/login');
    await user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
    await user.type(screen.getByLabelText('Senha'), 'a password{Enter}');
    expect(await dialog('Manutenção')).not.toHaveTextContent('Previsão');
    expect(router.state.location.pathname).toBe('/login');
  });

  test('a database that is away for a moment keeps the session and the page, and says so', async () => {
    server().refuse(listContacts, 'UNAVAILABLE', { retryAfter: 5 });
    const { router } = openApp('/contatos');
    expect(await screen.findByRole('alert')).toHaveTextContent(/fora do ar por um momento/);
    expect(router.state.location.pathname).toBe('/contatos');
    expect(localStorage.getItem('access_token')).toBe('a-token');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('[DIALOG-04] a platform that cannot be reached says so, and to try later or to contact the support', async () => {
  server().cut(listContacts);
  openApp('/contatos');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Não conseguimos falar com a plataforma\./);
  expect(alert).toHaveTextContent(/tente de novo mais tarde, ou fale com o suporte\./);
});

test('[SESSION-11] empresa_not_active opens the inactive-company dialog over the login dialog', async () => {
  const { queryClient, user } = await (server(), openContacts());
  server().refuse(listContacts, 'COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
  void queryClient.invalidateQueries();
  const opened = within(await dialog('Empresa inativa'));
  expect(await opened.findByRole('link', { name: 'Falar com o suporte' })).toHaveAttribute(
    'href',
    'mailto:ajuda@escuta.example',
  );
  expect(await dialog('Fazer Login')).toBeInTheDocument();
  await user.click(opened.getAllByRole('button', { name: 'Fechar' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Empresa inativa' })).toBeNull());
});

test('[SESSION-14] a missing company id logs out: under an open page, and where one is opened', async () => {
  const first = server();
  const { router, queryClient, unmount } = await openContacts();
  localStorage.removeItem('empresaId');
  const asked = first.calls.length;
  void queryClient.invalidateQueries();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(localStorage.getItem('access_token')).toBeNull();
  // What the installation is anybody may ask, signed in or not.
  const guarded = first.calls.slice(asked).filter(({ route }) => route !== 'GET /environment');
  expect(guarded.filter(({ headers }) => headers.has('authorization'))).toEqual([]);
  unmount();

  rememberSession(testUser(), 'a-token');
  localStorage.removeItem('empresaId');
  const again = openApp('/contatos?page=2');
  expect(await screen.findByLabelText('E-mail')).toBeVisible();
  expect(again.router.state.location.search).toMatchObject({ returnUrl: '/contatos?page=2' });
  expect(localStorage.getItem('access_token')).toBeNull();
});

test.each(['/login', '/signup/1', '/forgotPassword/1', '/terms', '/federated-login', '/cf-dashboard/public'])(
  '[SESSION-10, SESSION-19] a 401 on %s opens no login dialog, and leads nowhere',
  async (path) => {
    const fake = new FakeServer().on(signIn)(() => ({ result: 0, user: null, token: null }));
    const { router } = openApp('/login');
    await screen.findByLabelText('E-mail');
    rememberSession(testUser(), 'a-token');
    fake.endSession();
    fake.on(getMe)(() => testUser());
    vi.spyOn(router, 'state', 'get').mockReturnValue({
      ...router.state,
      location: { ...router.state.location, pathname: path },
    });
    const go = vi.spyOn(router, 'navigate');
    await expect(call(getMe, {})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(go).not.toHaveBeenCalled();
    expect(localStorage.getItem('empresaId')).toBe(testUser()._empresa._id);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

describe('a unit that cannot be loaded', () => {
  const broken = (role: 'acmng' | 'own') =>
    signedInServer(role).refuse(listMyBusinesses, 'INTERNAL_ERROR').refuse(getCompany, 'INTERNAL_ERROR').on(signOut)(
      () => ({ ok: true }),
    );

  test('[SPLASH-06] logs an account manager out, under the same words', async () => {
    const fake = broken('acmng');
    openApp('/contatos');
    expect(await screen.findByText(/^Houve um erro\. Por favor/)).toBeVisible();
    await waitFor(() => expect(fake.count(signOut)).toBe(1));
    await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
  });

  test('[SPLASH-06] logs an account manager out who looks at the product as a role', async () => {
    previewRole(testUser('acmng'), 'pdv');
    onTestFinished(() => previewRole(testUser(), undefined));
    const fake = broken('acmng');
    openApp('/contatos');
    await waitFor(() => expect(fake.count(signOut)).toBe(1));
  });

  test('leaves everybody else signed in', async () => {
    const fake = broken('own');
    openApp('/contatos');
    expect(await screen.findByText(/^Houve um erro\. Por favor/)).toBeVisible();
    // What would sign them out has been loaded and has looked.
    await (
      await import('#web/app/end-session.ts')
    ).endSessionOfManager((await import('#web/lib/query-client.ts')).createQueryClient());
    expect(fake.count(signOut)).toBe(0);
    expect(localStorage.getItem('access_token')).toBe('a-token');
  });
});
