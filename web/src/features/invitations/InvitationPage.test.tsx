import { getEnvironment } from '@escuta/contract/environment';
import { acceptInvitation, getInvitation, updateInvitation } from '@escuta/contract/invitations';
import type { InvitationInfo } from '@escuta/contract/invitations';
import { CompanyId, UserId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp } from '#web/testing/render-app.tsx';

const link = 'AbCdEfGhIjKlMnOpQrStUv';
const good = 'Vento&7Lua';
const company = CompanyId.parse('019a9f3e-0000-7000-8000-0000000000c1');
const invitation: InvitationInfo = {
  email: 'rita@nova.example',
  nome: '',
  role: 'pdv',
  _empresa: { _id: company, nome: 'Aurora Hotéis' },
  _usuario: { nome: 'Helena Vasconcelos' },
  visited: false,
};
const environment = {
  homologation: null,
  support_email: 'ajuda@escuta.example',
  support_chat_url: null,
  beta_url: null,
  short_links_url: null,
};

function invited() {
  const server = new FakeServer().on(getEnvironment)(() => environment);
  server.on(getInvitation)(() => invitation);
  server.on(updateInvitation)(() => ({ ...invitation, visited: true }));
  return server;
}

const submit = () => screen.findByRole('button', { name: 'Criar Conta' });

/** Pastes instead of typing: the form draws itself once for each field. */
async function put(user: ReturnType<typeof openApp>['user'], field: RegExp, text: string) {
  await user.clear(screen.getByLabelText(field, { selector: 'input' }));
  await user.paste(text);
}

async function fill(user: ReturnType<typeof openApp>['user'], password = good) {
  await submit();
  await put(user, /Nome/, 'Rita Prado');
  await put(user, /Celular/, '11987654321');
  await put(user, /^Senha/, password);
  await user.click(screen.getByRole('checkbox'));
}

describe('the screen behind the link of an invitation', () => {
  test('[INVITE-01, INVITE-03, INVITE-04, INVITE-07, INVITE-08, ROUTE-03] opens without a session, welcomes, and asks for name, phone, password and terms', async () => {
    const server = invited();
    openApp(`/signup/${link}`);
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Que bom ter você em Aurora Hotéis!' })).toBeVisible(),
    );
    expect(screen.getByText(/Helena Vasconcelos convidou você/)).toBeVisible();
    const email = screen.getByLabelText('E-mail');
    expect(email).toHaveValue('rita@nova.example');
    expect(email).toHaveAttribute('readonly');
    expect(screen.getByLabelText(/Nome/)).toBeRequired();
    expect(screen.getByLabelText(/Celular/)).toBeRequired();
    expect(
      screen.getByRole('checkbox', { name: /Termos de Uso e receber notificações por WhatsApp\/RCS/ }),
    ).toBeRequired();
    // They are read beside the form, which keeps what was typed.
    const terms = screen.getByRole('link', { name: 'Termos de Uso' });
    expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms', '_blank']);
    expect(await submit()).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(server.asked(getInvitation)[0]?.params).toEqual({ id: link });
    await waitFor(() => expect(server.asked(updateInvitation)[0]?.body).toEqual({ visited: true }));
  });

  test('[INVITE-02] says so when the invitation cannot be loaded, and tries again', async () => {
    const server = invited();
    server.refuse(getInvitation, 'INTERNAL_ERROR');
    const { user } = openApp(`/signup/${link}`);
    expect(await screen.findByText('NÃO FOI POSSÍVEL CARREGAR AS INFORMAÇÕES')).toBeVisible();
    server.on(getInvitation)(() => invitation);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await submit()).toBeVisible();
  });

  test.each([
    ['NOT_FOUND', /Não reconhecemos este link/],
    ['INVITATION_ENDED', /Este convite não vale mais/],
    ['INVITATION_TRIAL_ENDED', /O período de teste desta empresa terminou/],
    ['INVITATION_USED', /Esse e-mail já está cadastrado!/],
  ] as const)('[INVITE-02] with %s it says why, and leads to the login', async (code, why) => {
    invited().refuse(getInvitation, code);
    const { user, router } = openApp(`/signup/${link}`);
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('NÃO FOI POSSÍVEL CARREGAR AS INFORMAÇÕES')).toBeVisible();
    expect(alert.getByText(why)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Ir para o login' }));
    expect(router.state.location.pathname).toBe('/login');
  });

  test('[INVITE-05] shows what the password still needs while it is typed', async () => {
    invited();
    const { user } = openApp(`/signup/${link}`);
    await user.type(await screen.findByLabelText(/^Senha/, { selector: 'input' }), 'vento');
    expect(await screen.findByText(/pelo menos 8 caracteres/)).toBeInTheDocument();
    const rule = (name: RegExp) => screen.getByText(name).closest('li');
    expect(rule(/uma letra minúscula/)).toHaveTextContent('atendido');
    expect(rule(/uma letra maiúscula/)).toHaveTextContent('falta');
    await user.type(screen.getByLabelText(/^Senha/, { selector: 'input' }), 'V');
    expect(rule(/uma letra maiúscula/)).toHaveTextContent('atendido');
  });

  test('[INVITE-09] lets nobody send it before everything is there and the password is strong', async () => {
    invited();
    const { user } = openApp(`/signup/${link}`);
    await fill(user);
    expect(await submit()).toBeEnabled();
    for (const [field, typed] of [
      [/Nome/, 'Rita Prado'],
      [/Celular/, '11987654321'],
      [/^Senha/, good],
    ] as const) {
      await user.clear(screen.getByLabelText(field, { selector: 'input' }));
      expect(await submit()).toBeDisabled();
      await put(user, field, typed);
      expect(await submit()).toBeEnabled();
    }
    await user.click(screen.getByRole('checkbox'));
    expect(await submit()).toBeDisabled();
    await user.click(screen.getByRole('checkbox'));
    for (const weak of ['Vento&7', 'vento&7lua', 'VENTO&7LUA', 'Vento&Lua', 'Vento7Luas']) {
      await put(user, /^Senha/, weak);
      expect(await submit()).toBeDisabled();
    }
  });

  test('[INVITE-18] sends what was typed and leads to the login, with the e-mail filled in', async () => {
    const server = invited();
    server.on(acceptInvitation)(() => ({
      _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000c2'),
      email: invitation.email,
      nome: 'Rita Prado',
      role: 'pdv',
      _empresa: company,
      active: true,
    }));
    const { user, router } = openApp(`/signup/${link}`);
    await fill(user);
    expect(screen.getByLabelText(/Celular/)).toHaveValue('(11) 9 8765-4321');
    await user.click(await submit());
    expect(await screen.findByText('Conta criada! Entre com a senha que você escolheu.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.getByLabelText('E-mail')).toHaveValue('rita@nova.example');
    expect(server.asked(acceptInvitation)[0]?.body).toEqual({
      nome: 'Rita Prado',
      phone: '+5511987654321',
      senha: good,
      termsofuse: true,
    });
  });

  test('[INVITE-10, INVITE-11] an address that has an account by now is told so and led to the login', async () => {
    invited().refuse(acceptInvitation, 'INVITATION_USED');
    const { user, router } = openApp(`/signup/${link}`);
    await fill(user);
    await user.click(await submit());
    expect(await screen.findByText('Esse e-mail já está cadastrado!')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  test('[INVITE-12] a password that is tried first is a weak one, and everything else stays', async () => {
    invited().refuse(acceptInvitation, 'PASSWORD_WEAK');
    const { user } = openApp(`/signup/${link}`);
    await fill(user, 'Senha@123');
    await user.click(await submit());
    expect(await screen.findByText('Senha Fraca!')).toBeVisible();
    expect(screen.getByLabelText(/^Senha/, { selector: 'input' })).toHaveFocus();
    expect(screen.getByLabelText(/Nome/)).toHaveValue('Rita Prado');
  });
});
