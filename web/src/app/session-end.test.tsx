import { getMe, signIn, signOut } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { requestRecovery } from '@escuta/contract/recovery';
import { listQueues } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys, saveSurveyDraft } from '@escuta/contract/surveys';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser, unitId } from '#web/testing/render-app.tsx';
import { surveyId, testDraft } from '#web/testing/test-survey.ts';

// A page whose code is loaded and compiled, a person who types, and the pause before a draft is saved.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

const editorPath = `/customer-feedback/create-survey/${surveyId}`;
const otherUser: User = { ...testUser(), _id: '019a9f3e-0000-7000-8000-0000000000ff' as User['_id'], nome: 'Bia Lima' };

function workingServer(): FakeServer {
  return signedInServer()
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(getSurveyDraft)(() => testDraft())
    .on(signOut)(() => ({ ok: true }))
    .on(saveSurveyDraft)(({ body }) => testDraft({ definition: body.definition, revision: body.revision + 1 }));
}

/** The right password opens a session of this user. */
function letIn(server: FakeServer, user: User = testUser()): void {
  server.on(signIn)(() => {
    server.beginSession();
    return { result: 1, user, token: 'new-token' };
  });
}

const dialog = () => screen.findByRole('dialog', { name: 'Fazer Login' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fazer Login' })).toBeNull());

type App = ReturnType<typeof openApp>;

async function signInAgain({ user }: App): Promise<void> {
  const again = within(await dialog());
  await user.type(again.getByLabelText('Senha'), 'a password');
  await user.click(again.getByRole('button', { name: 'Entrar' }));
}

/** Somebody writes in the editor, and their session is over when it saves. */
async function writeAfterTheEnd() {
  const server = workingServer();
  const app = openApp(editorPath);
  const field = await screen.findByLabelText('Pergunta da nota');
  server.endSession();
  fireEvent.change(field, { target: { value: 'Minha pergunta' } });
  return { server, app, field, opened: await dialog() };
}

describe('a session that ends while somebody writes', () => {
  test('[SESSION-01, SESSION-02, SESSION-03, SESSION-04, SESSION-05] opens the login dialog over the page, which keeps the text', async () => {
    const { field, opened } = await writeAfterTheEnd();
    expect(localStorage.getItem('access_token')).toBeNull();
    await waitFor(() => expect(within(opened).getByText(/o que você escreveu continua aqui/)).toBeVisible());
    expect(within(opened).getByLabelText('E-mail')).toHaveValue('ana@aurora.example');
    await waitFor(() => expect(within(opened).getByLabelText('Senha')).toHaveFocus());
    expect(field).toHaveValue('Minha pergunta');
  });

  test('[SESSION-07] offers the recovery of a password in the dialog, as on the login screen, and the way back', async () => {
    const { server, opened, app, field } = await writeAfterTheEnd();
    server.on(requestRecovery)(() => ({ ok: true }));
    const again = within(opened);
    await app.user.click(again.getByRole('button', { name: 'Esqueci minha senha!' }));
    const form = within(await again.findByRole('form', { name: 'Recuperar a senha' }));
    expect(form.getByLabelText('E-mail')).toHaveValue('ana@aurora.example');
    expect(again.queryByLabelText('Senha')).toBeNull();
    await app.user.click(form.getByRole('button', { name: 'Recuperar Senha' }));
    expect(await again.findByText(/enviamos um link para criar outra senha/)).toBeVisible();
    expect(server.asked(requestRecovery)[0]?.body).toEqual({ email: 'ana@aurora.example' });
    await app.user.click(again.getByRole('button', { name: 'Voltar para o login' }));
    expect(await again.findByLabelText('Senha')).toBeVisible();
    expect(field).toHaveValue('Minha pergunta');
  });

  test('asks the server nothing more until somebody has signed in', async () => {
    const { server, field, app } = await writeAfterTheEnd();
    // What the installation is anybody may ask, signed in or not.
    const guarded = () => server.calls.filter(({ route }) => route !== 'GET /environment').length;
    const asked = guarded();
    expect(server.count(saveSurveyDraft)).toBe(1);
    // More to save, a page that asks for what it shows, a way back to another page: none of it can be answered.
    fireEvent.change(field, { target: { value: 'Minha pergunta, melhor' } });
    await app.router.invalidate();
    void app.queryClient.invalidateQueries();
    void app.router.navigate({ to: '/contatos' });
    fireEvent.change(field, { target: { value: 'Minha pergunta, a melhor' } });
    await vi.waitFor(() => expect(screen.getByText('Salvando…')).toBeVisible());
    await waitFor(() => expect(app.queryClient.isFetching()).toBeGreaterThan(0));
    expect(guarded()).toBe(asked);
    expect(field).toHaveValue('Minha pergunta, a melhor');
  });

  test('[SESSION-08] goes on after signing in: the dialog closes and the text is saved', async () => {
    const { server, app, field } = await writeAfterTheEnd();
    letIn(server);
    await signInAgain(app);
    await noDialog();
    expect(await screen.findByText(/^Salvo às/)).toBeVisible();
    expect(field).toHaveValue('Minha pergunta');
    const [refused, saved] = server.asked(saveSurveyDraft);
    expect(refused?.headers.get('authorization')).toBe('a-token');
    expect(saved?.headers.get('authorization')).toBe('new-token');
    expect(saved?.body).toEqual(refused?.body);
    expect(saved?.params).toEqual({ id: surveyId });
    expect(server.count(saveSurveyDraft)).toBe(2);
  });

  test('stays, and so does the text, while the password is wrong', async () => {
    const { server, app, field } = await writeAfterTheEnd();
    server.on(signIn)(() => ({ result: 0, user: null, token: null }));
    await signInAgain(app);
    expect(await within(await dialog()).findByText('Senha incorreta!')).toBeVisible();
    expect(field).toHaveValue('Minha pergunta');
    expect(server.count(saveSurveyDraft)).toBe(1);
  });

  test('lets nobody else into the page: it is gone at once, unsaved, and the landing page is loaded', async () => {
    const { server, app } = await writeAfterTheEnd();
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    letIn(server, otherUser);
    const asked = server.calls.length;
    await signInAgain(app);
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/home'));
    expect(screen.queryByLabelText('Pergunta da nota')).toBeNull();
    expect(server.calls.slice(asked).map(({ route }) => route)).toEqual(['POST /login']);
    expect(localStorage.getItem('access_token')).toBe('new-token');
  });

  test('goes on when the same person has signed in in another tab', async () => {
    const { server, field } = await writeAfterTheEnd();
    server.beginSession();
    localStorage.setItem('access_token', 'tab-token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: 'tab-token' }));
    await noDialog();
    expect(await screen.findByText(/^Salvo às/)).toBeVisible();
    expect(field).toHaveValue('Minha pergunta');
  });
});

describe('a session that ends on a page without unsaved work', () => {
  test('[SESSION-09] asks once, however many calls fail together, and repeats each of them once', async () => {
    const server = workingServer();
    const app = openApp('/contatos');
    await screen.findByLabelText('Buscar contatos');
    await waitFor(() => expect(server.count(listContacts)).toBe(1));
    server.endSession();
    const before = server.calls.length;
    void app.queryClient.invalidateQueries();
    await dialog();
    const failed = server.calls.slice(before).map(({ route }) => route);
    expect(failed).toEqual(expect.arrayContaining(['GET /me', 'GET /contacts', 'GET /queues']));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    letIn(server);
    await signInAgain(app);
    await noDialog();
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const route of [listContacts, listQueues]) {
      const name = `${route.method} ${route.path}`;
      const repeated = () => server.calls.slice(before + failed.length).filter((each) => each.route === name);
      await waitFor(() => expect(repeated()).toHaveLength(failed.filter((each) => each === name).length));
    }
  });

  test.each([
    ['says nothing of a text that nobody wrote', '', /para continuar de onde parou\.$/],
    ['says that what was typed in a form is still there', 'Maria', /o que você escreveu continua aqui\.$/],
  ])('%s', async (_what, typed, sentence) => {
    const server = workingServer();
    const app = openApp('/contatos');
    await app.user.click((await screen.findAllByRole('button', { name: 'Criar contato' }))[0]!);
    const name = await screen.findByLabelText('Nome');
    if (typed) await app.user.type(name, typed);
    server.endSession();
    void app.queryClient.invalidateQueries();
    const text = await within(await dialog()).findByText(sentence);
    await waitFor(() => expect(text).toBeVisible());
  });

  test('keeps the unit of the page, whatever another tab left', async () => {
    const server = workingServer();
    const app = openApp('/contatos');
    await screen.findByRole('heading', { level: 1, name: 'Contatos' });
    server.endSession();
    void app.router.navigate({ to: '/customer-feedback' });
    await dialog();
    localStorage.clear();
    letIn(server);
    await signInAgain(app);
    await noDialog();
    await screen.findByRole('heading', { level: 1, name: 'Pesquisas' });
    expect(server.asked(listSurveys).at(-1)?.headers.get('x-business-id')).toBe(unitId);
  });

  test('leaves when somebody else signs in in another tab', async () => {
    workingServer();
    openApp('/contatos');
    await screen.findByRole('heading', { level: 1, name: 'Contatos' });
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    sessionStorage.setItem('import_upload', 'rows of a file');
    fireEvent(window, new StorageEvent('storage', { key: 'user_id', newValue: otherUser._id }));
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/home'));
    expect(screen.queryByRole('heading', { name: 'Contatos' })).toBeNull();
    expect(sessionStorage.getItem('import_upload')).toBeNull();
  });
});

test('[SESSION-18] a session that is over when the page is opened leads to the login, which says so', async () => {
  const server = workingServer();
  server.endSession();
  const { router } = openApp('/contatos?page=2');
  expect(await screen.findByText('Sua sessão expirou. Entre para continuar.')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/login', search: { returnUrl: '/contatos?page=2' } });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.count(getMe)).toBe(1);
  expect(Object.keys(localStorage).filter((key) => key !== 'lang')).toEqual([]);
});

test.each([
  ['COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' }, 'Esta empresa não está ativa. Fale com o suporte.'],
  ['ADDRESS_NOT_ALLOWED', {}, /só permite o acesso a partir das redes dela/],
] as const)('the login page opens no dialog over itself where signing in answers %s', async (code, params, text) => {
  const server = new FakeServer().refuse(signIn, code, params);
  const { user } = openApp('/login');
  await user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
  await user.type(screen.getByLabelText('Senha'), 'a password{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls).toHaveLength(1);
});

test('[SESSION-16] a failing logout leads to the login all the same, and asks nobody to sign in', async () => {
  const server = workingServer();
  const { user, router } = openApp('/contatos');
  await screen.findByRole('heading', { level: 1, name: 'Contatos' });
  server.endSession();
  await user.click(screen.getByRole('button', { name: 'Menu de Ana Souza' }));
  await user.click(await screen.findByText('Sair'));
  expect(await screen.findByText('Acompanhe o que seus clientes dizem.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('[SESSION-17] a new Authorization header in any answer replaces the token', async () => {
  const server = workingServer();
  server.on(listContacts, { authorization: 'renewed' })(() => ({ data: [], total: 0 }));
  const { router } = openApp('/contatos');
  await waitFor(() => expect(localStorage.getItem('access_token')).toBe('renewed'));
  await router.navigate({ to: '/customer-feedback' });
  await waitFor(() => expect(server.asked(listSurveys).at(-1)?.headers.get('authorization')).toBe('renewed'));
});
