import { getMe, signIn } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { validateCode } from '@escuta/contract/second-factor';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { profileServer } from '#web/testing/profile-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const step = { userId: testUser()._id, token: 'a-first-step', hasPasskey: false };

/** The login page of somebody whose password was right and not enough. */
async function reachCode(server: FakeServer, { keep = false } = {}) {
  server.on(signIn)(() => ({ result: -1, user: null, token: null, step }));
  const app = openApp('/login');
  const { user } = app;
  await user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
  await user.type(screen.getByLabelText('Senha'), 'a password');
  if (keep) await user.click(screen.getByLabelText('Manter conectado'));
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  return { ...app, server, code: await screen.findByLabelText('Código do autenticador') };
}

describe('the second step of signing in', () => {
  test('[TOTP-01, LOGIN-15] result -1 opens a field for the code, not the words of a wrong password', async () => {
    const { code } = await reachCode(new FakeServer());
    await waitFor(() => expect(code).toHaveFocus());
    expect(screen.queryByText('Senha incorreta!')).toBeNull();
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('[TOTP-02, TOTP-04, TOTP-05] the sixth digit sends the code, and the token that comes is stored', async () => {
    const server = signedInServer();
    localStorage.clear();
    server.on(validateCode)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { user, code } = await reachCode(server, { keep: true });
    await user.type(code, '12345');
    expect(server.count(validateCode)).toBe(0);
    await user.type(code, '6');
    await waitFor(() => expect(localStorage.getItem('access_token')).toBe('the-token'));
    expect(server.asked(validateCode).map(({ body }) => body)).toEqual([
      { userId: step.userId, token: '123456', keepMeLoggedIn: true, step: step.token },
    ]);
    await waitFor(() =>
      expect([server.count(getMe), server.count(getCompany), server.count(listMyBusinesses)]).not.toContain(0),
    );
  });

  test('[TOTP-03] takes digits only, six of them, and sends nothing less', async () => {
    const { user, code, server } = await reachCode(new FakeServer());
    await user.type(code, '12 ab-3.4e5');
    expect(code).toHaveValue('12345');
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(server.count(validateCode)).toBe(0);
  });

  test('[TOTP-07] a wrong code is ‘Token incorreto!’, with what to look at, and is typed anew', async () => {
    const { user, code } = await reachCode(new FakeServer().refuse(validateCode, 'TOKEN_INVALID'));
    await user.type(code, '123456');
    expect(await screen.findByText('Token incorreto!')).toBeVisible();
    expect(screen.getByText(/hora do celular/)).toBeVisible();
    expect(code).toHaveValue('');
    await waitFor(() => expect(code).toHaveFocus());
  });

  test('[TOTP-09] any other failure is ‘Não foi possível validar o Token’', async () => {
    const { user, code } = await reachCode(new FakeServer().refuse(validateCode, 'INTERNAL_ERROR'));
    await user.type(code, '123456');
    expect(await screen.findByText('Não foi possível validar o Token')).toBeVisible();
    expect(screen.queryByText('Token incorreto!')).toBeNull();
  });

  test('a step that is over leads back to the password', async () => {
    const { user, code } = await reachCode(new FakeServer().refuse(validateCode, 'SIGN_IN_STEP_ENDED'));
    await user.type(code, '123456');
    expect(await screen.findByText('O tempo ou as tentativas acabaram. Entre de novo com a senha.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(await screen.findByLabelText('Senha')).toBeVisible();
  });

  test('a recovery code stands in for the phone, and is sent by its button', async () => {
    const server = signedInServer();
    localStorage.clear();
    server.on(validateCode)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { user } = await reachCode(server);
    await user.click(screen.getByRole('button', { name: 'Usar um código de recuperação' }));
    await user.type(await screen.findByLabelText('Código de recuperação'), ' ABCDE-23456 ');
    expect(server.count(validateCode)).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    await waitFor(() => expect(localStorage.getItem('access_token')).toBe('the-token'));
    expect(server.asked(validateCode)[0]?.body).toMatchObject({ token: 'abcde-23456' });
  });
});

test('[SESSION-06] the dialog over a page asks for the code too, and the page goes on', async () => {
  const server = profileServer();
  const { user, queryClient } = openApp('/profile');
  await screen.findByRole('heading', { name: 'Meu perfil', level: 1 });
  server.endSession();
  server.on(signIn)(() => ({ result: -1, user: null, token: null, step }));
  server.on(validateCode)(() => {
    server.beginSession();
    return { result: 1, user: testUser(), token: 'the-token' };
  });
  void queryClient.invalidateQueries();
  const dialog = await screen.findByRole('dialog', { name: 'Fazer Login' });
  await user.type(await screen.findByLabelText('Senha', { selector: 'input' }), 'a password');
  await user.click(screen.getAllByRole('button', { name: 'Entrar' }).find((button) => dialog.contains(button))!);
  await user.type(await screen.findByLabelText('Código do autenticador'), '123456');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fazer Login' })).toBeNull());
  expect(localStorage.getItem('access_token')).toBe('the-token');
});
