import { signIn } from '@escuta/contract/access';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseLanguage } from '#web/lib/language.ts';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

afterEach(() => chooseLanguage('pt'));

async function openLogin() {
  const app = openApp('/login');
  const email = await screen.findByLabelText('E-mail');
  return {
    ...app,
    email,
    password: screen.getByLabelText('Senha'),
    enter: screen.getByRole('button', { name: 'Entrar' }),
  };
}

describe('the login screen', () => {
  test('[LOGIN-01, LOGIN-04, LOGIN-11] lower-cases the e-mail and waits with its button for a form that can be right', async () => {
    new FakeServer();
    const { user, email, password, enter } = await openLogin();

    expect(enter).toBeDisabled();
    await user.type(email, 'ANA@Aurora.Example');
    expect(email).toHaveValue('ana@aurora.example');
    expect(enter).toBeDisabled();
    await user.type(password, 'x');
    expect(enter).toBeEnabled();
  });

  test('[LOGIN-07, LOGIN-08] says what is wrong with the e-mail', async () => {
    new FakeServer();
    const { user, email } = await openLogin();
    await user.click(email);
    await user.tab();
    expect(await screen.findByText('O campo e-mail é obrigatório.')).toBeVisible();
    await user.type(email, 'ana@nodot');
    await user.tab();
    expect(await screen.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
  });

  test.each(['ana.souza', '@exemplo.com', 'ana@exemplo.', 'ana@@exemplo.com', 'ana@nodot'])(
    '[LOGIN-08, LOGIN-09, LOGIN-11] takes no %s for an e-mail, whatever the password',
    async (invalid) => {
      new FakeServer();
      const { user, email, password, enter } = await openLogin();
      await user.type(email, invalid);
      await user.type(password, 'a password');
      expect(await screen.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
      expect(enter).toBeDisabled();
    },
  );

  test('says which language it speaks, and goes back to the one before', async () => {
    new FakeServer();
    const { user } = await openLogin();
    await user.click(screen.getByRole('radio', { name: 'Español' }));
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Español' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Português' }));
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeVisible();
  });

  test('[LOGIN-10] says that the password is missing', async () => {
    new FakeServer();
    const { user, password } = await openLogin();
    await user.click(password);
    await user.tab();
    expect(await screen.findByText('O campo senha é obrigatório.')).toBeVisible();
  });

  test('gives the focus to the password after a refusal', async () => {
    const { password } = await tryToEnter(new FakeServer().on(signIn)(() => ({ result: 0, user: null, token: null })));
    await screen.findByText('Senha incorreta!');
    await waitFor(() => expect(password).toHaveFocus());
  });

  test.each(['email', 'password'] as const)('takes a refusal back when the %s is mended', async (field) => {
    const app = await tryToEnter(new FakeServer().on(signIn)(() => ({ result: 0, user: null, token: null })));
    await screen.findByText('Senha incorreta!');
    await app.user.type(app[field], 'x');
    expect(screen.queryByText('Senha incorreta!')).toBeNull();
  });

  test('[LOGIN-02] shows and hides the password', async () => {
    new FakeServer();
    const { user, password } = await openLogin();
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Mostrar ou ocultar a senha' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Mostrar ou ocultar a senha' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  async function tryToEnter(server: FakeServer) {
    const app = await openLogin();
    await app.user.type(app.email, 'ana@aurora.example');
    await app.user.type(app.password, 'a password');
    await app.user.click(screen.getByLabelText('Manter conectado'));
    await app.user.click(app.enter);
    return { ...app, server };
  }

  test('[LOGIN-15] shows ‘Senha incorreta!’ for a result other than 1 or -1', async () => {
    await tryToEnter(new FakeServer().on(signIn)(() => ({ result: 0, user: null, token: null })));
    expect(await screen.findByText('Senha incorreta!')).toBeVisible();
  });

  test.each([
    [2 * 3600 + 5 * 60 + 59, '2 horas e 6 minutos'],
    [3600 + 60, '1 hora e 1 minuto'],
    [3600, '1 hora e 0 minutos'],
    [3599, '1 hora e 0 minutos'],
    [15 * 60, '15 minutos'],
    [61, '2 minutos'],
    [1, '1 minuto'],
  ])('[LOGIN-17] says of a block of %i seconds that it lasts %s', async (retryAfter, left) => {
    await tryToEnter(new FakeServer().refuse(signIn, 'TOO_MANY_REQUESTS', { retryAfter }));
    expect(await screen.findByText(`Bloqueado! Tente novamente em ${left}.`)).toBeVisible();
  });

  test('asks once, however often a form is sent before the button has changed', async () => {
    const server = new FakeServer().on(signIn)(() => ({ result: 0, user: null, token: null }));
    const { user, email, password, enter } = await openLogin();
    await user.type(email, 'ana@aurora.example');
    await user.type(password, 'a password');
    act(() => {
      enter.click();
      enter.click();
    });

    expect(await screen.findByText('Senha incorreta!')).toBeVisible();
    expect(server.calls.filter((call) => call.route === 'POST /login')).toHaveLength(1);
  });

  test('[LOGIN-19] says that the user was deactivated', async () => {
    await tryToEnter(new FakeServer().refuse(signIn, 'USER_DEACTIVATED'));
    expect(await screen.findByText('Este usuário foi desativado.')).toBeVisible();
  });

  test('[LOGIN-18] says of any other failure that signing in went wrong', async () => {
    await tryToEnter(new FakeServer().refuse(signIn, 'INTERNAL_ERROR'));
    expect(await screen.findByText('Houve um erro ao efetuar o login!')).toBeVisible();
  });

  test('[LOGIN-03, LOGIN-24, STORE-01, STORE-02, STORE-03, STORE-05] sends keepMeLoggedIn and remembers who came in', async () => {
    const server = signedInServer();
    localStorage.clear();
    const user = { ...testUser(), _empresa: { ...testUser()._empresa, wizard: true } };
    server.on(signIn)(() => ({ result: 1, user, token: 'the-token' }));
    await tryToEnter(server);

    await waitFor(() => expect(localStorage.getItem('access_token')).toBe('the-token'));
    expect(server.calls.find((call) => call.route === 'POST /login')?.body).toEqual({
      email: 'ana@aurora.example',
      senha: 'a password',
      keepMeLoggedIn: true,
    });
    const kept = ['empresa_nome', 'user_nome', 'user_email', 'empresa_wizard'].map((key) => localStorage.getItem(key));
    expect(kept).toEqual(['Aurora', 'Ana Souza', 'ana@aurora.example', 'true']);
    expect(localStorage.getItem('empresaId')).toBe(testUser()._empresa._id);
    expect(localStorage.getItem('user_id')).toBe(testUser()._id);
  });
});
