import { getEnvironment } from '@escuta/contract/environment';
import { getRecovery, requestRecovery, resetPassword, visitRecovery } from '@escuta/contract/recovery';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, testUser } from '#web/testing/render-app.tsx';

const environment = {
  homologation: null,
  support_email: 'ajuda@escuta.example',
  support_chat_url: null,
  beta_url: null,
  short_links_url: null,
};
const link = 'AbCdEfGhIjKlMnOpQrStUv';
const goodPassword = 'Vento&7Lua';

const atLogin = () => new FakeServer().on(getEnvironment)(() => environment);

describe('the login screen', () => {
  test('[LOGIN-05, LOGIN-06] copies the support address, and says so', async () => {
    atLogin();
    const { user } = openApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Copiar ajuda@escuta.example' }));
    expect(await screen.findByText('E-mail copiado!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('ajuda@escuta.example');
  });

  test('[RECOVER-01, RECOVER-02, RECOVER-03] leads to the recovery with the e-mail that was typed, and back', async () => {
    atLogin();
    const { user } = openApp('/login');
    await user.type(await screen.findByLabelText('E-mail'), 'Ana@aurora.example');
    await user.click(screen.getByRole('button', { name: 'Esqueci minha senha!' }));

    const form = await screen.findByRole('form', { name: 'Recuperar a senha' });
    expect(within(form).getByLabelText('E-mail')).toHaveValue('ana@aurora.example');
    expect(within(form).getByLabelText('E-mail')).toHaveFocus();
    expect(within(form).getByRole('button', { name: 'Recuperar Senha' })).toBeEnabled();
    expect(screen.queryByLabelText('Senha')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Voltar para o login' }));
    expect(await screen.findByLabelText('Senha')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('ana@aurora.example');
  });

  test('[RECOVER-04] sends no recovery without a valid e-mail', async () => {
    const server = atLogin();
    const { user } = openApp('/login?recover=true');
    const email = await screen.findByLabelText('E-mail');
    const send = screen.getByRole('button', { name: 'Recuperar Senha' });
    expect(send).toBeDisabled();
    await user.type(email, 'ana@nodot');
    await user.tab();
    expect(await screen.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
    expect(send).toBeDisabled();
    await user.clear(email);
    await user.tab();
    expect(await screen.findByText('O campo e-mail é obrigatório.')).toBeVisible();
    expect(server.count(requestRecovery)).toBe(0);
  });

  test('[RECOVER-06] says after the recovery what is to be done', async () => {
    const server = atLogin().on(requestRecovery)(() => ({ ok: true }));
    const { user } = openApp('/login?recover=true&email=ana@aurora.example');
    await user.click(await screen.findByRole('button', { name: 'Recuperar Senha' }));
    expect(
      await screen.findByText(/Se esse e-mail tiver uma conta, enviamos um link para criar outra senha\./),
    ).toBeVisible();
    expect(server.asked(requestRecovery)[0]?.body).toEqual({ email: 'ana@aurora.example' });
  });

  test('[RECOVER-07] shakes the form at each failure, and says why', async () => {
    atLogin().refuse(requestRecovery, 'TOO_MANY_REQUESTS', { retryAfter: 60 });
    const { user, container } = openApp('/login?recover=true&email=ana@aurora.example');
    const send = await screen.findByRole('button', { name: 'Recuperar Senha' });
    expect(container.querySelector('[data-shaken]')).toHaveAttribute('data-shaken', '0');
    await user.click(send);
    expect(await screen.findByRole('alert')).toBeVisible();
    const shaken = container.querySelector('[data-shaken]');
    expect(shaken).toHaveAttribute('data-shaken', '1');
    expect(shaken?.className).toContain('shaken');
    expect(screen.getByLabelText('E-mail')).toHaveValue('ana@aurora.example');
    await user.click(screen.getByRole('button', { name: 'Recuperar Senha' }));
    await waitFor(() => expect(container.querySelector('[data-shaken]')).toHaveAttribute('data-shaken', '2'));
  });
});

describe('the screen behind the link', () => {
  const request = { _user: testUser()._id, email: 'ana@aurora.example', visited: false };
  const atLink = () =>
    atLogin()
      .on(getRecovery)(() => request)
      .on(visitRecovery)(() => ({ ok: true }));

  async function openLink(server: FakeServer) {
    const app = openApp(`/forgotPassword/${link}`);
    const password = await screen.findByLabelText('Nova senha');
    return { ...app, server, password, confirm: screen.getByLabelText('Repita a nova senha') };
  }

  test('[ROUTE-04, RESET-01, RESET-02, RESET-03, RESET-04, RESET-05, RESET-06] opens without a session and without the menu, and notes the visit', async () => {
    const { server, password, confirm } = await openLink(atLink());
    expect(screen.getByRole('heading', { level: 1, name: 'Esqueceu ou quer trocar a senha?' })).toBeVisible();
    expect(screen.getByText('Crie uma senha nova para ana@aurora.example.')).toBeVisible();
    expect([password, confirm].map((field) => field.getAttribute('type'))).toEqual(['password', 'password']);
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    await waitFor(() => expect(server.asked(visitRecovery)[0]?.body).toEqual({ visited: true }));
    expect(server.asked(getRecovery)[0]?.params).toEqual({ id: link });
  });

  test('[RESET-05, RESET-08] asks for both, and for the same', async () => {
    const { user, server, password, confirm } = await openLink(atLink());
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findAllByText('Preencha este campo.')).toHaveLength(2);
    await user.type(password, goodPassword);
    await user.type(confirm, 'Vento&7Lux');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('As senhas não são iguais.')).toBeVisible();
    expect(server.count(resetPassword)).toBe(0);
  });

  test('shows, rule by rule, what the password still needs', async () => {
    const { user, password } = await openLink(atLink());
    await user.type(password, 'vento7');
    const kept = () =>
      [...document.querySelectorAll('[data-kept]')].map((rule) => rule.getAttribute('data-kept') === 'true');
    expect(kept()).toEqual([false, true, false, true, false]);
    await user.type(password, '&LUA');
    expect(kept()).toEqual([true, true, true, true, true]);
  });

  test('[RESET-09, RESET-10] sets it, says so and goes to the start', async () => {
    const { user, server, router, password, confirm } = await openLink(
      atLink().on(resetPassword)(() => ({ ok: true })),
    );
    const went: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void went.push(toLocation.pathname));
    await user.type(password, goodPassword);
    await user.type(confirm, goodPassword);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
    expect(went[0]).toBe('/');
    expect(server.asked(resetPassword)[0]).toMatchObject({
      params: { id: link },
      body: { _user: request._user, senha: goodPassword, senha2: goodPassword },
    });
  });

  test('[RESET-11] says that there was an error, and keeps the form', async () => {
    const { user, password, confirm } = await openLink(atLink().cut(resetPassword));
    await user.type(password, goodPassword);
    await user.type(confirm, goodPassword);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Houve um erro. Tente novamente ou fale com o suporte.');
    expect(password).toHaveValue(goodPassword);
  });

  test('says at the field that the password is one of those that are tried first', async () => {
    const { user, password, confirm } = await openLink(atLink().refuse(resetPassword, 'PASSWORD_WEAK'));
    await user.type(password, 'Senha@123');
    await user.type(confirm, 'Senha@123');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(/fácil de adivinhar/)).toBeVisible();
  });

  test.each(['LINK_EXPIRED', 'NOT_FOUND'] as const)('leads from a link that is over (%s) to another', async (code) => {
    atLogin().refuse(getRecovery, code);
    const { user, router } = openApp(`/forgotPassword/${link}`);
    expect(await screen.findByText('Este link não vale mais')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pedir outro link' }));
    expect(await screen.findByRole('form', { name: 'Recuperar a senha' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  test('says that it cannot be loaded, and tries again', async () => {
    const server = atLogin().cut(getRecovery);
    const { user } = openApp(`/forgotPassword/${link}`);
    await screen.findByText('Não foi possível carregar');
    server
      .on(getRecovery)(() => request)
      .on(visitRecovery)(() => ({ ok: true }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByLabelText('Nova senha')).toBeVisible();
  });
});
