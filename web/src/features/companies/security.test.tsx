import { getMe } from '@escuta/contract/access';
import { getAccountAccess } from '@escuta/contract/accounts';
import { changeCompanySettings, getCompanySettings } from '@escuta/contract/company-settings';
import { changeCompanySignIn, getCompanySignIn } from '@escuta/contract/federated-login';
import type { CompanySignIn } from '@escuta/contract/federated-login';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ShownSettings } from '#web/features/companies/use-company-setting.ts';
import { anAccess, staffServer } from '#web/testing/account-samples.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const changed = { nome: 'Marcelo Tavares', at: '2026-11-20T17:02:00.000Z' };
const settings = {
  nome: 'Aurora Hotéis',
  timezone: 'America/Sao_Paulo',
  language: 'pt' as const,
  languages: ['pt' as const],
  brand_color: '#0F766E',
  force_authenticator: false,
  allowed_networks: ['203.0.113.0/24'],
  session_idle_minutes: 30,
  address: '203.0.113.9',
  idle_of_installation: { minutes: 480, kept_minutes: 43_200 },
  changes: { allowed_networks: changed },
};
const tenant = '5a7c1d2e-0000-4000-8000-000000000001';
const signIn: CompanySignIn = {
  federated_login: 'off',
  federated_tenant: null,
  isAvailable: true,
  isProven: false,
  changes: {},
};

function atSecurity(
  chosen: Partial<CompanySignIn> = {},
  company: Partial<ShownSettings> = {},
  server = signedInServer(),
) {
  let current = { ...settings, ...company };
  let way = { ...signIn, ...chosen };
  server.on(getCompanySettings)(() => current);
  server.on(changeCompanySettings)(({ body }) => (current = { ...current, ...(body as object) }));
  server.on(getCompanySignIn)(() => way);
  server.on(changeCompanySignIn)(({ body }) => {
    way = { ...way, ...(body as object) };
    return { ok: true };
  });
  return { server, ...openApp('/settings/security') };
}

const setting = async (name: string) => within(await screen.findByRole('form', { name }));

describe('the section Segurança', () => {
  test('[SETTING-01, SETTING-02, SETTING-05] has the second factor, the federated login, sessions and networks, each with who changed it last', async () => {
    atSecurity({ federated_login: 'allowed', federated_tenant: tenant, changes: { federated_login: changed } });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Segurança' })).toBeVisible());
    expect((await setting('Exigir a verificação em duas etapas de todos')).getByRole('switch')).not.toBeChecked();
    const federated = await setting('Login com a Microsoft (SSO)');
    expect(federated.getByRole('combobox')).toHaveValue('Permitido, ao lado da senha');
    expect(federated.getByLabelText('Diretório (tenant)')).toHaveValue(tenant);
    expect(federated.getByText('Alterado por Marcelo Tavares em 20 nov 2026, 14:02')).toBeVisible();
    expect((await setting('Encerrar sessões sem uso')).getByRole('combobox')).toHaveValue('Depois de 30 minutos');
    const networks = await setting('Redes permitidas (IP)');
    expect(networks.getByLabelText('Redes permitidas (IP)')).toHaveValue('203.0.113.0/24');
    expect(networks.getByText(/Seu endereço agora: 203\.0\.113\.9/)).toBeVisible();
    expect(networks.getByText(/Alterado por Marcelo Tavares/)).toBeVisible();
  });

  test('[SETTING-02] asks for a second factor of everybody', async () => {
    const { server, user } = atSecurity();
    const factor = await setting('Exigir a verificação em duas etapas de todos');
    await user.click(factor.getByRole('switch'));
    await user.click(factor.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.asked(changeCompanySettings)[0]?.body).toEqual({ force_authenticator: true }));
  });

  test('[SETTING-02, TOTP-10] who asks for it and has none is held by it at once', async () => {
    const { server, user } = atSecurity();
    const factor = await setting('Exigir a verificação em duas etapas de todos');
    await user.click(factor.getByRole('switch'));
    const me = testUser();
    server.on(getMe)(() => ({ ...me, _empresa: { ...me._empresa, force_authenticator: true } }));
    await user.click(factor.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Redes permitidas (IP)' })).toBeNull());
    expect(await screen.findByRole('dialog', { name: /duas etapas/ })).toBeVisible();
  });

  test('[SETTING-02, SETTING-04] ends unused sessions sooner, and can be undone', async () => {
    const { server, user } = atSecurity();
    const idle = await setting('Encerrar sessões sem uso');
    await user.click(idle.getByRole('combobox'));
    const choices = optionsOf(idle.getByRole('combobox'));
    expect(idle.getByText(/depois de 8 horas, ou de 30 dias com “Manter conectado”/)).toBeVisible();
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Como nesta instalação',
      'Depois de 15 minutos',
      'Depois de 30 minutos',
      'Depois de 1 hora',
      'Depois de 2 horas',
      'Depois de 4 horas',
      'Depois de 8 horas',
      'Depois de 1 dia',
      'Depois de 7 dias',
    ]);
    await user.click(choices[0]!);
    await user.click(idle.getByRole('button', { name: 'Salvar' }));
    expect(await idle.findByText('Salvo.')).toBeVisible();
    await user.click(idle.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(idle.getByRole('combobox')).toHaveValue('Depois de 30 minutos'));
    expect(server.asked(changeCompanySettings).map(({ body }) => body)).toEqual([
      { session_idle_minutes: null },
      { session_idle_minutes: 30 },
    ]);
  });

  test('[SETTING-02] offers no time that is as long as the installation lets sessions last', async () => {
    const { user } = atSecurity({}, { idle_of_installation: { minutes: 60, kept_minutes: 480 } });
    const idle = await setting('Encerrar sessões sem uso');
    await user.click(idle.getByRole('combobox'));
    expect(optionsOf(idle.getByRole('combobox')).map(({ textContent }) => textContent)).toEqual([
      'Como nesta instalação',
      'Depois de 15 minutos',
      'Depois de 30 minutos',
      'Depois de 1 hora',
      'Depois de 2 horas',
      'Depois de 4 horas',
    ]);
  });

  test('[SETTING-02] takes up to 50 networks', async () => {
    const { user } = atSecurity();
    const networks = await setting('Redes permitidas (IP)');
    const field = networks.getByLabelText('Redes permitidas (IP)');
    const addresses = Array.from({ length: 51 }, (_, at) => `203.0.113.${at}`);
    await user.clear(field);
    await user.paste(addresses.join('\n'));
    expect(networks.getByText('No máximo 50 redes.')).toBeVisible();
    expect(networks.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.clear(field);
    await user.paste(addresses.slice(0, 50).join('\n'));
    expect(networks.getByRole('button', { name: 'Salvar' })).toBeEnabled();
  });

  test('[SETTING-02] names the networks, and says which of them is none before anything is asked', async () => {
    const { server, user } = atSecurity();
    const networks = await setting('Redes permitidas (IP)');
    const field = networks.getByLabelText('Redes permitidas (IP)');
    await user.click(field);
    await user.paste('\n198.51.100.7, 2001:db8::/32 escritorio');
    expect(networks.getByText('Confira: escritorio')).toBeVisible();
    expect(networks.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.clear(field);
    await user.paste('203.0.113.0/24\n198.51.100.7\n198.51.100.7\n2001:db8::/32\n');
    await user.click(networks.getByRole('button', { name: 'Salvar' }));
    expect(await networks.findByText('Salvo.')).toBeVisible();
    expect(server.asked(changeCompanySettings)[0]?.body).toEqual({
      allowed_networks: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'],
    });
  });

  test('[SETTING-02] says that one would lock oneself out', async () => {
    const { server, user } = atSecurity();
    server.refuse(changeCompanySettings, 'OWN_ADDRESS_OUTSIDE', { address: '198.51.100.7' });
    const networks = await setting('Redes permitidas (IP)');
    await user.clear(networks.getByLabelText('Redes permitidas (IP)'));
    await user.paste('192.0.2.0/24');
    await user.click(networks.getByRole('button', { name: 'Salvar' }));
    expect(await networks.findByRole('alert')).toHaveTextContent(/Seu endereço atual, 198\.51\.100\.7, não está/);
    expect(networks.getByLabelText('Redes permitidas (IP)')).toHaveValue('192.0.2.0/24');
  });
});

describe('the federated login of the company', () => {
  const open = async (user: ReturnType<typeof openApp>['user']) => {
    const form = await setting('Login com a Microsoft (SSO)');
    await user.click(form.getByRole('combobox'));
    return { form, choices: optionsOf(form.getByRole('combobox')) };
  };

  test('[SETTING-02] is allowed for a directory, and is not required before somebody came in by it', async () => {
    const { server, user } = atSecurity();
    const { form, choices } = await open(user);
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Desligado',
      'Permitido, ao lado da senha',
      'Obrigatório, em lugar da senha',
    ]);
    expect(choices[2]).toHaveAttribute('data-combobox-disabled', 'true');
    await user.click(choices[1]!);
    expect(form.getByText(/alguém da empresa precisa antes entrar uma vez por este diretório/)).toBeVisible();
    await user.type(form.getByLabelText('Diretório (tenant)'), 'aurora');
    expect(form.getByText('Informe o ID do diretório (tenant) da sua empresa no Microsoft Entra ID.')).toBeVisible();
    expect(form.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.clear(form.getByLabelText('Diretório (tenant)'));
    await user.paste(tenant);
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await form.findByText('Salvo.')).toBeVisible();
    expect(server.asked(changeCompanySignIn)[0]?.body).toEqual({
      federated_login: 'allowed',
      federated_tenant: tenant,
    });
    await waitFor(() => expect(form.getByRole('combobox')).toHaveValue('Permitido, ao lado da senha'));
  });

  test('[SETTING-02] is required of a directory that somebody came in by, and of no other', async () => {
    const { server, user } = atSecurity({ federated_login: 'allowed', federated_tenant: tenant, isProven: true });
    const { form, choices } = await open(user);
    expect(choices[2]).not.toHaveAttribute('data-combobox-disabled');
    await user.click(choices[2]!);
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(server.asked(changeCompanySignIn)[0]?.body).toEqual({
        federated_login: 'required',
        federated_tenant: tenant,
      }),
    );
  });

  test('says where the installation has no provider', async () => {
    atSecurity({ isAvailable: false });
    const form = await setting('Login com a Microsoft (SSO)');
    expect(form.getByRole('combobox')).toBeDisabled();
    expect(form.getByText(/ainda não está disponível nesta instalação/)).toBeVisible();
  });
});

describe('for a visitor in the account of a customer', () => {
  const inside = () => staffServer().on(getAccountAccess)(() => ({ access: anAccess() }));
  const reason = /Só quem é da empresa muda isto\.$/;

  test('[SETTING-02] how people come in stands there switched off, and it says why', async () => {
    atSecurity({ federated_login: 'allowed', federated_tenant: tenant }, {}, inside());
    const factor = (await setting('Exigir a verificação em duas etapas de todos')).getByRole('switch');
    await waitFor(() => expect(factor).toBeDisabled());
    expect(factor).toHaveAccessibleDescription(reason);
    for (const name of ['Login com a Microsoft (SSO)', 'Encerrar sessões sem uso']) {
      const choice = (await setting(name)).getByRole('combobox');
      expect(choice).toBeDisabled();
      expect(choice).toHaveAccessibleDescription(reason);
    }
    expect((await setting('Login com a Microsoft (SSO)')).getByLabelText('Diretório (tenant)')).toBeDisabled();
  });

  test('[SETTING-02] the networks are lifted, for good, and none is named', async () => {
    const { server, user } = atSecurity({}, {}, inside());
    const networks = await setting('Redes permitidas (IP)');
    const field = networks.getByLabelText('Redes permitidas (IP)');
    await waitFor(() => expect(field).toHaveAttribute('readonly'));
    expect(field).toHaveAccessibleDescription(/quem entrou na conta para ajudar pode apenas retirar todas\.$/);
    await user.click(networks.getByRole('button', { name: 'Retirar todas as redes' }));
    expect(field).toHaveValue('');
    await user.click(networks.getByRole('button', { name: 'Salvar' }));
    expect(await networks.findByText('Salvo.')).toBeVisible();
    expect(server.asked(changeCompanySettings).map(({ body }) => body)).toEqual([{ allowed_networks: [] }]);
    expect(networks.queryByRole('button')).toBeNull();
  });

  test('at home the same person is one of the company', async () => {
    const server = staffServer();
    atSecurity({}, {}, server);
    const factor = (await setting('Exigir a verificação em duas etapas de todos')).getByRole('switch');
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    expect(factor).toBeEnabled();
    expect(factor).not.toHaveAccessibleDescription(reason);
  });
});
