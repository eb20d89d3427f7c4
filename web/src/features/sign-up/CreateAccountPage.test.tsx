import { signIn } from '@escuta/contract/access';
import { getEnvironment } from '@escuta/contract/environment';
import { CompanyId, SignUpPinId, UserId } from '@escuta/contract/ids';
import * as contract from '@escuta/contract/sign-up';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const pinId = SignUpPinId.parse('019a9f3e-0000-7000-8000-0000000000a1');
const userId = UserId.parse('019a9f3e-0000-7000-8000-0000000000a2');
const companyId = CompanyId.parse('019a9f3e-0000-7000-8000-0000000000a3');
const email = 'paula@padaria-lua.example';
const token = 'the-token';

const earlier: contract.SignUpUser = {
  _id: userId,
  email,
  nome: 'Paula Lima',
  phone: '+5511987654321',
  termsofuse: true,
  business_position: 'Gerente',
  interests: 'Gerenciar Avaliações Online',
  active: false,
  role: 'own',
  _empresa: {
    _id: companyId,
    nome: 'Padaria Lua',
    business_area: 'saude',
    business_size: '100',
    interests: 'Gerenciar Avaliações Online',
    email,
    trial_expiration_date: null,
  },
};

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

/** A server where signing up goes well; what was typed before is given. */
function openServer(user: contract.SignUpUser | null = null): FakeServer {
  const server = signedInServer();
  localStorage.clear();
  return server
    .on(getEnvironment)(() => ({
      homologation: null,
      support_email: 'ajuda@escuta.example',
      support_chat_url: 'https://chat.escuta.example/',
      beta_url: null,
      short_links_url: null,
    }))
    .on(contract.sendSignUpEmail)(() => ({ pinId, mailState: 'waiting' as const }))
    .on(contract.getSignUpPin)(() => ({ mailState: 'sent' as const }))
    .on(contract.verifySignUpPin)(({ body }) =>
      body.pin === '1234' ? { invalid: false, token, user } : { invalid: true, token: null, user: null },
    )
    .on(contract.resumeSignUp)(() => ({ email, user }))
    .on(contract.createSignUpUser)(() => ({ _id: userId }))
    .on(contract.updateSignUpUser)(() => ({ ok: true as const }))
    .on(contract.createSignUpCompany)(() => ({ _id: companyId }))
    .on(contract.updateSignUpCompany)(() => ({ ok: true as const }))
    .on(contract.startTrial)(() => ({ trial_expiration_date: '2026-12-07T12:00:00.000Z' }))
    .on(contract.inviteColleagues)(({ body }) => ({ invited: body.emails.length }))
    .on(signIn)(() => ({ result: 1 as const, user: testUser(), token: 'a-session' }));
}

async function open(path = '/create-account') {
  const app = openApp(path);
  await screen.findByRole('heading', { name: 'Crie sua conta' });
  return {
    ...app,
    start: screen.getByRole('button', { name: 'Começar' }),
    field: screen.getByLabelText('E-mail profissional'),
  };
}

async function toPin(path?: string) {
  const app = await open(path);
  await app.user.type(app.field, email);
  await app.user.click(app.start);
  await screen.findByRole('heading', { name: 'Verifique seu e-mail' });
  return app;
}

async function typePin(user: Awaited<ReturnType<typeof open>>['user'], pin: string) {
  await user.click(screen.getByLabelText('Dígito 1'));
  await user.keyboard(pin);
}

async function toPerson(path?: string) {
  const app = await toPin(path);
  await typePin(app.user, '1234');
  await screen.findByRole('heading', { name: 'Seus dados' });
  return app;
}

const person = () => ({
  name: screen.getByLabelText(/^Nome completo/),
  phone: screen.getByLabelText(/^Celular/),
  password: screen.getByLabelText(/^Senha/),
  terms: screen.getByLabelText(/Li e aceito/),
  next: screen.getByRole('button', { name: 'Avançar' }),
});

async function toCompany(path?: string) {
  const app = await toPerson(path);
  const { name, phone, password, terms, next } = person();
  await app.user.type(name, 'Paula Lima');
  await app.user.type(phone, '11987654321');
  await app.user.type(password, 'Vento&7Lua');
  await app.user.click(terms);
  await app.user.click(next);
  await screen.findByRole('heading', { name: 'Sua empresa' });
  return app;
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await user.click(await screen.findByRole('option', { name: option, hidden: true }));
}

async function toInvite(path?: string) {
  const app = await toCompany(path);
  await app.user.type(screen.getByLabelText(/^Nome da empresa/), 'Padaria Lua');
  await choose(app.user, 'Área de atuação', 'Bares e restaurantes');
  await choose(app.user, 'Número de funcionários', '+100');
  await app.user.type(screen.getByLabelText(/^Seu cargo/), 'Gerente');
  await choose(app.user, 'Principal interesse', 'Fazer Pesquisas de Satisfação');
  await app.user.click(screen.getByRole('button', { name: 'Avançar' }));
  await screen.findByRole('heading', { name: 'Convide colegas' });
  return app;
}

describe('step 0', () => {
  test('[ROUTE-02, SIGNUP-05, SIGNUP-06, SIGNUP-07, SIGNUP-11] asks for a work e-mail, without a session', async () => {
    openServer();
    const { user, field, start, router } = await open();
    expect(router.state.location.pathname).toBe('/create-account');
    expect(start).toBeDisabled();
    await user.click(field);
    await user.tab();
    expect(await screen.findByText('O campo e-mail é obrigatório.')).toBeVisible();
    await user.type(field, 'paula@padaria');
    await user.tab();
    expect(await screen.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
    expect(start).toBeDisabled();
    await user.type(field, '.example');
    expect(start).toBeEnabled();
  });

  test('[ROUTE-27] the address ‘signup’ leads there, and nobody is asked to sign in', async () => {
    openServer();
    const { router } = await open('/signup?returnUrl=%2Fcontatos');
    expect(router.state.location).toMatchObject({ pathname: '/create-account', search: { returnUrl: '/contatos' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByLabelText('Senha')).toBeNull();
  });

  test('[SIGNUP-09] takes no e-mail of a free or disposable mail service', async () => {
    openServer().refuse(contract.sendSignUpEmail, 'FREE_EMAIL');
    const { user, field, start } = await open();
    await user.type(field, 'paula@gmail.com');
    await user.click(start);
    expect(await screen.findByText('Por favor, insira um e-mail profissional.')).toBeVisible();
    expect(start).toBeEnabled();
  });

  test('[SIGNUP-13] leads to step 1 once the code is sent', async () => {
    const server = openServer();
    await toPin();
    expect(server.asked(contract.sendSignUpEmail).map(({ body }) => body)).toEqual([{ email, language: 'pt' }]);
  });

  test('[SIGNUP-14, SIGNUP-53, SIGNUP-54] leads to step 5 when there is an account, and from there to the login', async () => {
    openServer().refuse(contract.sendSignUpEmail, 'EMAIL_ALREADY_SIGNUP');
    const { user, field, start, router } = await open();
    await user.type(field, email);
    await user.click(start);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Conta já existente!' })).toBeVisible());
    await user.click(screen.getByRole('link', { name: 'Ir para o login' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', search: { email } }));
    expect(await screen.findByLabelText('E-mail')).toHaveValue(email);
  });

  test('[SIGNUP-61] says nothing of any other error, logs it, and can be sent again', async () => {
    const server = openServer().refuse(contract.sendSignUpEmail, 'INTERNAL_ERROR');
    const { user, field, start } = await open();
    await user.type(field, email);
    await user.click(start);
    await waitFor(() => expect(logged).toHaveBeenCalledWith('sign-up:', 'INTERNAL_ERROR'));
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(start).toBeEnabled());
    await user.click(start);
    await waitFor(() => expect(server.count(contract.sendSignUpEmail)).toBe(2));
  });
});

test('[SIGNUP-03, SIGNUP-04] the way back to the login and the help are there on every step', async () => {
  openServer();
  const look = () => {
    expect(screen.getByRole('link', { name: 'Voltar para o login' })).toHaveAttribute('href', '/login');
    return screen.getByRole('button', { name: 'Precisa de ajuda?' });
  };
  const { user } = await open();
  look();
  await user.type(screen.getByLabelText('E-mail profissional'), email);
  await user.click(screen.getByRole('button', { name: 'Começar' }));
  await screen.findByRole('heading', { name: 'Verifique seu e-mail' });
  await user.click(look());
  const help = await screen.findByRole('dialog', { name: 'Fale com o suporte' });
  expect(await within(help).findByRole('link', { name: 'Abrir o chat' })).toHaveAttribute(
    'href',
    'https://chat.escuta.example/',
  );
  await user.click(within(help).getByRole('button', { name: 'Copiar o e-mail' }));
  expect(await within(help).findByText('E-mail copiado!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('ajuda@escuta.example');
  await user.click(within(help).getByRole('button', { name: 'Fechar' }));
  await typePin(user, '1234');
  await screen.findByRole('heading', { name: 'Seus dados' });
  look();
});

describe('step 1', () => {
  test('[SIGNUP-16, SIGNUP-18, SIGNUP-19, SIGNUP-21] asks for a code of four digits, and says where it may be', async () => {
    openServer();
    const { user } = await toPin();
    const digits = screen.getAllByLabelText(/^Dígito/);
    expect(digits).toHaveLength(4);
    expect(screen.getByText(/caixa de spam/)).toBeVisible();
    const validate = screen.getByRole('button', { name: 'Validar' });
    expect(validate).toBeDisabled();
    await typePin(user, '12a');
    expect(digits.map((digit) => (digit as HTMLInputElement).value)).toEqual(['1', '2', '', '']);
    expect(validate).toBeDisabled();
  });

  test('[SIGNUP-17, SIGNUP-23] sends itself with the fourth digit, and leads to step 2', async () => {
    const server = openServer();
    await toPerson();
    expect(server.asked(contract.verifySignUpPin).map(({ body }) => body)).toEqual([{ pinId, pin: '1234', email }]);
  });

  test('[SIGNUP-17] takes a code that is pasted', async () => {
    openServer();
    const { user } = await toPin();
    await user.click(screen.getByLabelText('Dígito 1'));
    await user.paste('1234');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Seus dados' })).toBeVisible());
  });

  test('[SIGNUP-20] says of a wrong code that it is invalid, stays, and takes another', async () => {
    openServer();
    const { user } = await toPin();
    await typePin(user, '4321');
    expect(await screen.findByText('Código inválido!')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Verifique seu e-mail' })).toBeVisible();
    await typePin(user, '1234');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Seus dados' })).toBeVisible());
  });

  test('sends one more code, and tries one once, however fast somebody presses', async () => {
    const server = openServer();
    const { user } = await toPin();
    const resend = screen.getByRole('button', { name: 'Enviar outro código' });
    act(() => [resend, resend].forEach((button) => button.click()));
    await waitFor(() => expect(server.count(contract.sendSignUpEmail)).toBe(2));
    await typePin(user, '432');
    const last = screen.getByLabelText('Dígito 4');
    act(() => {
      fireEvent.change(last, { target: { value: '1' } });
      fireEvent.submit(last);
    });
    expect(await screen.findByText('Código inválido!')).toBeVisible();
    expect([server.count(contract.sendSignUpEmail), server.count(contract.verifySignUpPin)]).toEqual([2, 1]);
  });

  test('says that the mail is late, and that it could not be delivered; another can be asked for', async () => {
    const server = openServer().on(contract.getSignUpPin)(() => ({ mailState: 'delayed' as const }));
    const { user } = await toPin();
    expect(await screen.findByText('O e-mail está demorando; vamos entregar assim que possível.')).toBeVisible();
    server.on(contract.getSignUpPin)(() => ({ mailState: 'given_up' as const }));
    expect(await screen.findByText(/^Não conseguimos entregar/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Enviar outro código' }));
    await waitFor(() => expect(server.count(contract.sendSignUpEmail)).toBe(2));
    server.refuse(contract.sendSignUpEmail, 'TOO_MANY_REQUESTS', { retryAfter: 60 });
    await user.click(screen.getByRole('button', { name: 'Enviar outro código' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Muitas tentativas/);
  });
});

describe('step 2', () => {
  test('[SIGNUP-26, SIGNUP-27, SIGNUP-28, SIGNUP-29, SIGNUP-30, SIGNUP-31, SIGNUP-33, SIGNUP-34] asks for name, phone, password and terms', async () => {
    const server = openServer();
    const { user } = await toPerson();
    expect(screen.getByText('Passo 1 de 3')).toBeVisible();
    const { name, phone, password, terms, next } = person();
    // Nobody sees it.
    await user.type(name, '\u200b');
    await user.click(next);
    expect(await screen.findAllByText('Preencha este campo.')).toHaveLength(3);
    await user.clear(name);
    expect(screen.getByText('Aceite os Termos de Uso para continuar.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Termos de Uso' })).toHaveAttribute('href', '/terms');
    expect(screen.getByText('+55')).toBeVisible();

    await user.type(phone, '11987654321');
    expect(phone).toHaveValue('(11) 9 8765-4321');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Mostrar ou ocultar a senha' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.type(password, 'Vento7Lua');
    const rule = (text: string) => screen.getByText(text).closest('li');
    expect(rule('pelo menos 9 caracteres')).toHaveAttribute('data-kept', 'true');
    expect(rule('um caractere especial: $ @ ! # % * ? &')).toHaveAttribute('data-kept', 'false');
    await user.type(name, 'Paula Lima');
    await user.click(terms);
    await user.click(next);
    expect(await screen.findByText('A senha ainda não atende a todas as regras.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Seus dados' })).toBeVisible();
    await user.type(password, '&');
    await user.click(next);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Sua empresa' })).toBeVisible());
    const sent = [...server.asked(contract.createSignUpUser), ...server.asked(contract.updateSignUpUser)];
    expect(Object.assign({}, ...sent.map(({ body }) => body))).toEqual({
      token,
      nome: 'Paula Lima',
      phone: '+5511987654321',
      senha: 'Vento7Lua&',
      termsofuse: true,
    });
  });

  test('[SIGNUP-34] stays where the server knows the password as one that is tried first', async () => {
    const server = openServer();
    const { user } = await toPerson();
    const { name, phone, password, terms, next } = person();
    await user.type(name, 'Paula Lima');
    await user.type(phone, '11987654321');
    await user.type(password, 'Senha@123');
    await user.click(terms);
    server.refuse(contract.createSignUpUser, 'PASSWORD_WEAK').refuse(contract.updateSignUpUser, 'PASSWORD_WEAK');
    await user.click(next);
    expect(await screen.findByText('Senha Fraca!')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Seus dados' })).toBeVisible();
  });

  test('[SIGNUP-02, SIGNUP-55, SIGNUP-56] saves by itself what is typed: created once, with where one came from, then updated', async () => {
    const server = openServer();
    const campaign = {
      gclid: 'G-1',
      utm_content: 'b',
      utm_term: '2026',
      utm_campaign: 'natal',
      utm_source: 'google',
      utm_medium: 'cpc',
    };
    const { user } = await toPerson(`/create-account?${new URLSearchParams(campaign)}`);
    await user.type(person().name, 'Paula');
    await waitFor(() => expect(server.count(contract.createSignUpUser)).toBe(1), { timeout: 3_000 });
    expect(server.asked(contract.createSignUpUser)[0]?.body).toMatchObject({ token, ...campaign, nome: 'Paula' });
    await user.type(person().name, ' Lima');
    await waitFor(() => expect(server.count(contract.updateSignUpUser)).toBe(1), { timeout: 3_000 });
    expect(server.asked(contract.updateSignUpUser)[0]).toMatchObject({
      params: { id: userId },
      body: { token, nome: 'Paula Lima' },
    });
    expect(server.count(contract.createSignUpUser)).toBe(1);
  });

  test('[SIGNUP-24, SIGNUP-25] holds what an earlier sign-up typed, and so does step 3', async () => {
    const server = openServer(earlier);
    const { user } = await toPerson();
    const { name, phone, password, terms, next } = person();
    expect(name).toHaveValue('Paula Lima');
    expect(phone).toHaveValue('(11) 9 8765-4321');
    expect(password).toHaveValue('');
    expect(terms).toBeChecked();
    await user.type(password, 'Vento&7Lua');
    await user.click(next);
    await screen.findByRole('heading', { name: 'Sua empresa' });
    expect(screen.getByLabelText(/^Nome da empresa/)).toHaveValue('Padaria Lua');
    expect(screen.getByRole('combobox', { name: /^Área/ })).toHaveValue('Saúde');
    expect(screen.getByRole('combobox', { name: /^Número/ })).toHaveValue('+100');
    expect(screen.getByLabelText(/^Seu cargo/)).toHaveValue('Gerente');
    expect(screen.getByRole('combobox', { name: /^Principal/ })).toHaveValue('Gerenciar Avaliações Online');
    expect(server.count(contract.createSignUpUser)).toBe(0);
  });

  test('comes back in a tab that is loaded again, without another code', async () => {
    openServer(earlier);
    const { unmount } = await toPerson();
    unmount();
    openApp('/create-account');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Seus dados' })).toBeVisible());
    expect(person().name).toHaveValue('Paula Lima');
  });
});

describe('step 3', () => {
  test('[SIGNUP-35, SIGNUP-36, SIGNUP-37, SIGNUP-38, SIGNUP-39, SIGNUP-40, SIGNUP-41] asks for the company', async () => {
    openServer();
    const { user } = await toCompany();
    expect(screen.getByText('Passo 2 de 3')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Avançar' }));
    expect(await screen.findAllByText('Preencha este campo.')).toHaveLength(5);
    await user.type(screen.getByLabelText(/^Nome da empresa/), 'Pa\u200b\u200b');
    await user.click(screen.getByRole('button', { name: 'Avançar' }));
    expect(await screen.findByText('Use pelo menos 3 letras.')).toBeVisible();
    const options = async (label: string) => {
      await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
      const found = await screen.findAllByRole('option', { hidden: true });
      const visible = found.filter(
        (option) => option.closest('[role="listbox"]')?.getAttribute('aria-label')?.startsWith(label) ?? true,
      );
      await user.keyboard('{Escape}');
      return visible;
    };
    const values = (await options('Área de atuação')).map((option) => option.getAttribute('value'));
    for (const area of contract.businessAreas) expect(values).toContain(area);
    expect((await options('Número de funcionários')).map((option) => option.textContent)).toEqual(
      expect.arrayContaining(['1-10', '11-50', '51-100', '+100']),
    );
    expect((await options('Principal interesse')).map((option) => option.textContent)).toEqual(
      expect.arrayContaining(['Fazer Pesquisas de Satisfação', 'Gerenciar Avaliações Online']),
    );
  });

  test('[SIGNUP-42, SIGNUP-57] saves the company as it is typed, starts the trial, and leads to step 4', async () => {
    const server = openServer();
    await toInvite();
    const [made, ...others] = server.asked(contract.createSignUpCompany);
    expect(others).toEqual([]);
    const sent = [made, ...server.asked(contract.updateSignUpCompany)].map((asked) => asked?.body as object);
    expect(Object.assign({}, ...sent)).toEqual({
      token,
      email,
      nome: 'Padaria Lua',
      business_area: 'bares-e-restaurantes',
      business_size: '100',
      interests: 'Fazer Pesquisas de Satisfação',
    });
    const user = Object.assign({}, ...server.asked(contract.updateSignUpUser).map(({ body }) => body)) as object;
    expect(user).toMatchObject({ business_position: 'Gerente', interests: 'Fazer Pesquisas de Satisfação' });
    expect(server.asked(contract.startTrial)[0]?.body).toMatchObject({ token, companyId, email, language: 'pt' });
  });
});

describe('step 4', () => {
  test('[SIGNUP-45, SIGNUP-46, SIGNUP-47, SIGNUP-49] invites by mail whoever is typed, and lets its owner in', async () => {
    const server = openServer();
    const { user, router } = await toInvite('/create-account?returnUrl=%2Fcontatos');
    expect(screen.getByText('Passo 3 de 3')).toBeVisible();
    expect(screen.getAllByLabelText(/^E-mail \d/)).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Adicionar mais e-mails' }));
    const fields = screen.getAllByLabelText(/^E-mail \d/);
    expect(fields).toHaveLength(4);
    const send = screen.getByRole('button', { name: 'Enviar convites e começar a usar' });
    expect(send).toBeDisabled();
    await user.type(fields[0] as HTMLElement, 'RUI@lua.example');
    await user.type(fields[1] as HTMLElement, 'rui@lua');
    await user.click(send);
    expect(await screen.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
    expect(fields[1]).toHaveFocus();
    await user.type(fields[1] as HTMLElement, '.example');
    await user.type(fields[3] as HTMLElement, 'bia@lua.example');
    await user.click(send);
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
    expect(server.asked(contract.inviteColleagues).map(({ body }) => body)).toEqual([
      { token, companyId, emails: ['rui@lua.example', 'bia@lua.example'] },
    ]);
  });

  test('[SIGNUP-48, SIGNUP-51, SIGNUP-01] can be skipped: nobody is invited, its owner is let in, not to be remembered', async () => {
    const server = openServer();
    const { user, router } = await toInvite();
    await user.click(screen.getByRole('button', { name: 'Pular esta etapa' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
    expect(server.count(contract.inviteColleagues)).toBe(0);
    expect(server.asked(signIn).map(({ body }) => body)).toEqual([
      { email, senha: 'Vento&7Lua', keepMeLoggedIn: false },
    ]);
    expect(localStorage.getItem('access_token')).toBe('a-session');
  });

  test('leads to the login whom the sign-in does not take', async () => {
    openServer().on(signIn)(() => ({ result: 0 as const, user: null, token: null }));
    const { user, router } = await toInvite('/create-account?returnUrl=%2Fcontatos');
    await user.click(screen.getByRole('button', { name: 'Pular esta etapa' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/login', search: { email, returnUrl: '/contatos' } }),
    );
  });
});

test('the terms of use are a page of their own', async () => {
  openServer();
  openApp('/terms');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Termos de Uso' })).toBeVisible());
  expect(screen.getByRole('heading', { name: 'Período de teste' })).toBeVisible();
});

test('the login leads to the sign-up', async () => {
  openServer();
  const { user } = openApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Criar conta' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Crie sua conta' })).toBeVisible());
});
