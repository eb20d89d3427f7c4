import { getMe } from '@escuta/contract/access';
import { removePicture, updateLanguage, updatePassword, updateProfile, uploadPicture } from '@escuta/contract/profile';
import {
  beginAuthenticator,
  confirmAuthenticator,
  getSecondFactor,
  removeAuthenticator,
} from '@escuta/contract/second-factor';
import { endOneSession, endOtherSessions } from '@escuta/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseLanguage } from '#web/lib/language.ts';
import { profileServer, sessionIds } from '#web/testing/profile-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

afterEach(() => chooseLanguage('pt'));

const section = (name: string) => screen.findByRole('region', { name });
const codes = Array.from({ length: 10 }, (_, at) => `abcd${'abcdefghij'[at]}-23456`);

async function enrol(user: ReturnType<typeof openApp>['user'], dialog: HTMLElement) {
  await user.type(within(dialog).getByLabelText('Senha atual'), 'a password');
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }));
  expect(await within(dialog).findByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible();
  expect(within(dialog).getByText('ABCD EFGH 2345')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Código que o aplicativo mostra'), '123456');
  await user.click(within(dialog).getByRole('button', { name: 'Ativar' }));
  expect(await within(dialog).findByText(codes[9] ?? '')).toBeVisible();
}

describe('My Profile', () => {
  test('saves name and phone, and the bar has the new name', async () => {
    const server = profileServer().on(updateProfile)(() => ({ ...testUser(), nome: 'Ana Lima' }));
    const { user } = openApp('/profile');
    const person = await section('Dados');
    const name = await within(person).findByLabelText('Nome');
    await user.clear(name);
    await user.type(name, 'Ana Lima');
    await user.click(within(person).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Alterações salvas.')).toBeVisible();
    expect(server.asked(updateProfile)[0]?.body).toMatchObject({
      nome: 'Ana Lima',
      phone: expect.stringContaining('98765'),
    });
    expect(await screen.findByRole('button', { name: /Ana Lima/ })).toBeVisible();
  });

  test('is not left with a name that is typed and not saved before somebody says so', async () => {
    profileServer().on(updateProfile)(() => ({ ...testUser(), nome: 'Ana Lima' }));
    const { user, router } = openApp('/settings/profile');
    const person = within(await section('Dados'));
    await user.type(await person.findByLabelText('Nome'), ' Lima');
    const leave = () => user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await leave();
    const dialog = within(await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' }));
    await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
    expect(person.getByLabelText('Nome')).toHaveDisplayValue(/ Lima$/);
    await user.click(person.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Alterações salvas.')).toBeVisible();
    await leave();
    await waitFor(() => expect(router.state.location.pathname).not.toContain('profile'));
  });

  test('has a picture that is chosen, taken away, and the same one chosen again', async () => {
    const picture = '/api/pictures/0123456789abcdef0123456789abcdef';
    const server = profileServer()
      .on(uploadPicture)(() => ({ picture }))
      .on(removePicture)(() => ({ ok: true }));
    const { user } = openApp('/profile');
    await screen.findByRole('button', { name: 'Escolher foto' });
    const field = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const image = new File([new Uint8Array(8)], 'ana.png', { type: 'image/png' });
    await user.upload(field, image);
    await screen.findByRole('button', { name: 'Trocar foto' });
    expect(document.querySelector('main img')).toHaveAttribute('src', picture);
    await user.click(screen.getByRole('button', { name: 'Remover foto' }));
    expect(await screen.findByRole('button', { name: 'Escolher foto' })).toHaveFocus();
    expect(document.querySelector('main img')).toBeNull();
    await user.upload(field, image);
    await screen.findByRole('button', { name: 'Trocar foto' });
    expect(server.count(uploadPicture)).toBe(2);
  });

  test('switches the language without a reload, in this browser and on the user', async () => {
    const server = profileServer().on(updateLanguage)(() => ({ ok: true }));
    const { user } = openApp('/profile');
    await user.click(within(await section('Idioma')).getByText('Español'));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Mi perfil', level: 1 })).toBeVisible());
    await waitFor(() => expect(server.asked(updateLanguage).map(({ body }) => body)).toEqual([{ language: 'es' }]));
    expect(localStorage.getItem('lang')).toBe('es');
    expect(screen.getByRole('radio', { name: 'Español' })).toBeChecked();
    await user.click(within(await section('Idioma')).getByText('Português'));
    expect(await screen.findByRole('heading', { name: 'Meu perfil', level: 1 })).toBeVisible();
  });

  test('says at its field what is wrong with a password, and empties the form once it is changed', async () => {
    const server = profileServer().refuse(updatePassword, 'PASSWORD_WRONG');
    const { user } = openApp('/profile');
    const password = await section('Senha');
    await user.type(within(password).getByLabelText('Senha atual'), 'not it');
    await user.type(within(password).getByLabelText('Nova senha'), 'Marreta#Azul9');
    await user.type(within(password).getByLabelText('Repita a nova senha'), 'Marreta#Azul8');
    await user.click(within(password).getByRole('button', { name: 'Trocar senha' }));
    expect(await within(password).findByText('As senhas são diferentes.')).toBeVisible();
    expect(server.count(updatePassword)).toBe(0);
    await user.type(within(password).getByLabelText('Repita a nova senha'), '{Backspace}9');
    await user.click(within(password).getByRole('button', { name: 'Trocar senha' }));
    expect(await within(password).findByText('Senha incorreta!')).toBeVisible();
    server.on(updatePassword)(() => ({ ok: true }));
    await user.click(within(password).getByRole('button', { name: 'Trocar senha' }));
    expect(await screen.findByText(/^Senha trocada/)).toBeVisible();
    expect(within(await section('Senha')).getByLabelText('Nova senha')).toHaveValue('');
  });

  test('[TOTP-12] enrols an authenticator: password, QR code and key, first code, recovery codes', async () => {
    const server = profileServer()
      .on(beginAuthenticator)(() => ({ uri: 'otpauth://totp/Escuta:ana?secret=ABCDEFGH2345', key: 'ABCDEFGH2345' }))
      .on(confirmAuthenticator)(() => ({ recoveryCodes: codes }));
    const { user } = openApp('/profile');
    const area = await section('Verificação em duas etapas');
    await user.click(await within(area).findByRole('button', { name: 'Ativar verificação em duas etapas' }));
    await enrol(user, await screen.findByRole('dialog'));
    expect(server.asked(confirmAuthenticator)[0]?.body).toEqual({ token: '123456' });
    expect(screen.getByRole('link', { name: 'Baixar' })).toHaveAttribute(
      'download',
      'escuta-codigos-de-recuperacao.txt',
    );
  });

  test('switches it off with the password and a code', async () => {
    const server = profileServer()
      .on(getSecondFactor)(() => ({ authenticatorSince: '2026-11-20T14:02:00.000Z', recoveryCodesLeft: 1 }))
      .on(removeAuthenticator)(() => ({ ok: true }));
    const { user } = openApp('/profile');
    const area = await section('Verificação em duas etapas');
    expect(await within(area).findByText(/20 nov 2026, 11:02.*Resta 1 código de recuperação/)).toBeVisible();
    await user.click(within(area).getByRole('button', { name: 'Desativar' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Senha atual'), 'a password');
    await user.type(within(dialog).getByLabelText('Código do autenticador ou de recuperação'), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Desativar verificação' }));
    expect(await screen.findByText('Verificação em duas etapas desativada.')).toBeVisible();
    expect(server.asked(removeAuthenticator)[0]?.body).toEqual({ password: 'a password', token: '123456' });
  });

  test('[SETTING-11] lists the sessions, ends one, and all others', async () => {
    const server = profileServer()
      .on(endOneSession)(() => ({ ok: true }))
      .on(endOtherSessions)(() => ({ ended: 1 }));
    const { user } = openApp('/profile');
    const area = await section('Sessões');
    expect(await within(area).findByText('Chrome em Windows')).toBeVisible();
    // In the unit's zone, as the audit and every other page write the same moment.
    const times = /^Visto em 20 nov 2026, 11:02 · entrou em 20 nov 2026, 11:02 · 198\.51\.100\.1$/;
    expect(within(area).getAllByText(times)).toHaveLength(2);
    expect(within(area).queryByRole('button', { name: 'Encerrar Chrome em Windows' })).toBeNull();
    await user.click(within(area).getByRole('button', { name: 'Encerrar Safari em iOS' }));
    await waitFor(() => expect(server.asked(endOneSession).map(({ params }) => params['id'])).toEqual([sessionIds[1]]));
    await user.click(within(area).getByRole('button', { name: 'Sair de todos os outros dispositivos' }));
    expect(await screen.findByText('1 sessão encerrada.')).toBeVisible();
  });
});

describe('a company that asks for a second factor', () => {
  const forced = (isOn: boolean, hasOne: boolean) => ({
    ...testUser(),
    _empresa: { ...testUser()._empresa, force_authenticator: isOn },
    authenticator_enabled: hasOne,
  });

  test('[TOTP-10] holds who has none in a dialog that nothing closes, until one is enrolled', async () => {
    profileServer()
      .on(getMe)(() => forced(true, false))
      .on(beginAuthenticator)(() => ({ uri: 'otpauth://totp/Escuta:ana?secret=ABCDEFGH2345', key: 'ABCDEFGH2345' }))
      .on(confirmAuthenticator)(() => ({ recoveryCodes: codes }));
    const { user } = openApp('/profile');
    const dialog = await screen.findByRole('dialog', { name: 'Ative a verificação em duas etapas' });
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    expect(dialog).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Fechar' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Meu perfil', level: 1 })).toBeNull();
    await enrol(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Já guardei os códigos' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Meu perfil', level: 1 })).toBeVisible());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    [false, false],
    [false, true],
    [true, true],
  ])('[TOTP-11] shows no such dialog where it is forced: %s, and the user has one: %s', async (isOn, hasOne) => {
    profileServer().on(getMe)(() => forced(isOn, hasOne));
    openApp('/profile');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Meu perfil', level: 1 })).toBeVisible());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test.each([
  [null, 'en-US'],
  ['es', 'es-419'],
])('the language of the user is taken over at sign-in where this browser has chosen none: %s', async (chosen, lang) => {
  const { signIn } = await import('@escuta/contract/access');
  const server = signedInServer().on(getMe)(() => ({ ...testUser(), language: 'en' }));
  localStorage.clear();
  if (chosen) await chooseLanguage('es');
  server.on(signIn)(() => ({ result: 1, user: { ...testUser(), language: 'en' }, token: 'a-token' }));
  const { user, router } = openApp('/login?returnUrl=/profile');
  await user.type(await screen.findByLabelText(/^(E-mail|Correo electrónico)$/), 'ana@aurora.example');
  await user.type(screen.getByLabelText(/^(Senha|Contraseña)$/), 'a password');
  await user.click(screen.getByRole('button', { name: /^(Entrar|Iniciar sesión)$/ }));
  await waitFor(() => expect(router.state.location.pathname).toContain('/profile'));
  await waitFor(() => expect(document.documentElement.lang).toBe(lang));
});
