import {
  changeCompanySettings,
  createBusiness,
  getBusinessToEdit,
  getCompanySettings,
  removeLogo,
  updateBusiness,
  uploadLogo,
} from '@escuta/contract/company-settings';
import type { EditedBusiness } from '@escuta/contract/company-settings';
import { getMe } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { companyQuery } from '#web/lib/me.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { openApp, otherUnitId, signedInServer, testUnit, testUser, unitId } from '#web/testing/render-app.tsx';

const changed = { nome: 'Marcelo Tavares', at: '2026-11-20T17:02:00.000Z' };
const settings = {
  nome: 'Aurora Hotéis',
  timezone: 'America/Sao_Paulo',
  language: 'pt' as const,
  languages: ['pt' as const],
  brand_color: '#0F766E',
  force_authenticator: false,
  allowed_networks: [] as string[],
  session_idle_minutes: null,
  address: '203.0.113.9',
  idle_of_installation: { minutes: 480, kept_minutes: 43_200 },
  changes: { nome: changed },
};
const unit: EditedBusiness = { ...testUnit(), brand_color: '#7E22CE', changes: { timezone: changed } };

function atCompany() {
  let current = settings;
  const server = signedInServer();
  server.on(getCompanySettings)(() => current);
  server.on(changeCompanySettings)(({ body }) => (current = { ...current, ...(body as object) }));
  return server;
}

const setting = async (name: string) => within(await screen.findByRole('form', { name }));

describe('the settings of the company', () => {
  test('[SETTING-01, SETTING-05] stand on a page of their own, each with who changed it last', async () => {
    atCompany();
    openApp('/settings/company');
    const name = await setting('Nome');
    expect(name.getByLabelText('Nome')).toHaveValue('Aurora Hotéis');
    expect(name.getByText('Alterado por Marcelo Tavares em 20 nov 2026, 14:02')).toBeVisible();
    const color = await setting('Cor da marca');
    expect(color.getByLabelText('Cor da marca')).toHaveValue('#0F766E');
    expect(color.queryByText(/Alterado/)).toBeNull();
  });

  test('[SETTING-04] are saved one by one, and what was saved can be undone', async () => {
    const server = atCompany();
    const { user } = openApp('/settings/company');
    const name = await setting('Nome');
    expect(name.queryByRole('button', { name: 'Salvar' })).toBeNull();
    await user.clear(name.getByLabelText('Nome'));
    expect(name.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    // Nobody sees them.
    await user.paste('\u200b\u200b\u200b');
    expect(name.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.clear(name.getByLabelText('Nome'));
    await user.paste('Casa Aurora');
    await user.click(name.getByRole('button', { name: 'Salvar' }));
    expect(await name.findByText('Salvo.')).toBeVisible();
    expect(server.asked(changeCompanySettings)[0]?.body).toEqual({ nome: 'Casa Aurora' });
    await user.click(name.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(name.getByLabelText('Nome')).toHaveValue('Aurora Hotéis'));
    expect(server.asked(changeCompanySettings)[1]?.body).toEqual({ nome: 'Aurora Hotéis' });
  });

  test('are not left with something typed and not saved before somebody says so', async () => {
    atCompany();
    const { user, router } = openApp('/settings/company');
    const name = await setting('Nome');
    await user.type(name.getByLabelText('Nome'), ' e Pousadas');
    const leave = () => user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await leave();
    const dialog = within(await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' }));
    await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
    expect(name.getByLabelText('Nome')).toHaveDisplayValue('Aurora Hotéis e Pousadas');
    await user.click(name.getByRole('button', { name: 'Salvar' }));
    expect(await name.findByText('Salvo.')).toBeVisible();
    await leave();
    await waitFor(() => expect(router.state.location.pathname).not.toContain('company'));
  });

  test('[SETTING-04] are shown by the shell as soon as they are saved', async () => {
    const server = atCompany();
    const { user, queryClient } = openApp('/settings/company');
    const name = await setting('Nome');
    const shown = queryClient.getQueryData(companyQuery.queryKey)!;
    await user.clear(name.getByLabelText('Nome'));
    await user.paste('Casa Aurora');
    server.on(getCompany)(() => ({ ...shown, nome: 'Casa Aurora' }));
    await user.click(name.getByRole('button', { name: 'Salvar' }));
    expect(await within(screen.getByRole('banner')).findByText('Casa Aurora')).toBeVisible();
  });

  test('[SETTING-04] say why one was not saved, and keep what was typed', async () => {
    const server = atCompany();
    server.refuse(changeCompanySettings, 'INTERNAL_ERROR');
    const { user } = openApp('/settings/company');
    const name = await setting('Nome');
    await user.clear(name.getByLabelText('Nome'));
    await user.paste('Casa Aurora');
    await user.click(name.getByRole('button', { name: 'Salvar' }));
    expect(await name.findByRole('alert')).toHaveTextContent(/Algo deu errado/);
    expect(name.getByLabelText('Nome')).toHaveValue('Casa Aurora');
  });

  test('[SETTING-06] are found from the one search of the settings, by what they are about', async () => {
    atCompany();
    const { user } = openApp('/settings');
    await user.type(await screen.findByLabelText('Buscar configuração'), 'segundo fator');
    expect(await screen.findByRole('link', { name: /Segurança/ })).toHaveAttribute('href', '/settings/security');
    expect(screen.queryByRole('link', { name: /Unidades/ })).toBeNull();
    await user.clear(screen.getByLabelText('Buscar configuração'));
    await user.type(screen.getByLabelText('Buscar configuração'), 'convites');
    expect(await screen.findByRole('link', { name: /Usuários/ })).toHaveAttribute('href', '/settings/users');
  });
});

test('[SETTING-01, SETTING-06] the own profile is a section of everybody, also of who opens no other one', async () => {
  const narrowed_to = { internal_name: 'loja', label: 'Loja', value: 'Centro' };
  signedInServer('pdv').on(getMe)(() => ({ ...testUser('pdv'), narrowed_to }));
  const { user } = openApp('/settings');
  await user.type(await screen.findByLabelText('Buscar configuração'), 'senha');
  const list = within(await screen.findByRole('list', { name: 'Configurações' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/settings/profile']);
});

describe('the logo of the company', () => {
  const address = '/api/logos/0123456789abcdef0123456789abcdef';
  const file = (type: string, bytes = 8) => new File([new Uint8Array(bytes)], 'logo', { type });
  const logo = async () => within(await screen.findByRole('region', { name: 'Logo' }));
  const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!;

  test('is uploaded, stands beside the unit’s name at once, and is taken away after asking', async () => {
    const server = atCompany();
    server.on(uploadLogo)(() => ({ logo: address }));
    server.on(removeLogo)(() => ({ ok: true }));
    const { user } = openApp('/settings/company');
    expect((await logo()).queryByRole('img')).toBeNull();
    await user.upload(chooser(), file('image/png'));
    expect(await (await logo()).findByRole('img', { name: 'Aurora' })).toHaveAttribute('src', address);
    const inBar = () => screen.getByRole('banner').querySelector('img');
    expect(inBar()).toHaveAttribute('src', address);

    await user.click((await logo()).getByRole('button', { name: 'Remover logo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remover logo' }));
    expect(server.count(removeLogo)).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Remover logo' }));
    await waitFor(() => expect(inBar()).toBeNull());
    expect(server.count(removeLogo)).toBe(1);
  });

  test('the same image may be chosen again after it was taken away', async () => {
    const server = atCompany();
    server.on(uploadLogo)(() => ({ logo: address }));
    const { user } = openApp('/settings/company');
    await logo();
    const image = file('image/png');
    await user.upload(chooser(), image);
    await waitFor(() => expect(server.count(uploadLogo)).toBe(1));
    await user.upload(chooser(), image);
    await waitFor(() => expect(server.count(uploadLogo)).toBe(2));
  });

  test('beyond 512 kB is not even sent, and what the server refuses is said', async () => {
    const server = atCompany();
    server.refuse(uploadLogo, 'LOGO_NOT_VALID');
    const { user } = openApp('/settings/company');
    await logo();
    await user.upload(chooser(), file('image/png', 512 * 1_024 + 1));
    expect(await (await logo()).findByRole('alert')).toHaveTextContent(/de até 512 kB/);
    expect(server.count(uploadLogo)).toBe(0);
    await user.upload(chooser(), file('image/jpeg'));
    await waitFor(() => expect(server.count(uploadLogo)).toBe(1));
    expect(await (await logo()).findByRole('alert')).toHaveTextContent(
      /não é uma imagem PNG, JPEG ou WebP, ou é grande demais.* 16 milhões de pixels/,
    );
    expect((await logo()).queryByRole('img')).toBeNull();
  });
});

describe('the settings of units', () => {
  test('[SETTING-01, SETTING-05, SETTING-04] a unit leads to its own, each saved on its own', async () => {
    const server = signedInServer();
    server.on(getBusinessToEdit)(() => unit);
    server.on(updateBusiness)(({ body }) => ({ ...unit, ...(body as object) }));
    const { user } = openApp('/settings/units');
    await user.click(await screen.findByRole('link', { name: /Aurora Paulista/ }));
    expect((await setting('Fuso horário')).getByText(/Alterado por Marcelo Tavares/)).toBeVisible();
    const color = await setting('Cor da marca');
    const field = color.getByLabelText('Cor da marca');
    await user.clear(field);
    await user.paste('teal');
    expect(color.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.clear(field);
    await user.paste('#115E59');
    await user.click(color.getByRole('button', { name: 'Salvar' }));
    expect(await color.findByText('Salvo.')).toBeVisible();
    expect(server.asked(updateBusiness)[0]).toMatchObject({ params: { id: unitId }, body: { brand_color: '#115E59' } });
  });

  test.each([
    ['is no id', 'zzz'],
    ['names no unit', otherUnitId],
  ])('an address that %s says so, and leads to the list of units', async (_what, id) => {
    signedInServer().refuse(getBusinessToEdit, 'NOT_FOUND');
    const { user, router } = openApp(`/settings/units/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible();
    expect(screen.getByText('Pode ter sido excluído, ou o endereço está errado.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Ir para Unidades' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/units'));
  });

  test('a unit stays on the screen when another one is chosen to work in', async () => {
    const server = signedInServer().on(getBusinessToEdit)(() => unit);
    server.on(listMyBusinesses)(() => ({ data: [testUnit(), testUnit({ _id: otherUnitId, nome: 'Praia' })] }));
    const { user, router } = openApp(`/settings/units/${unitId}`);
    await setting('Fuso horário');
    await user.click(screen.getByRole('button', { name: /Trocar de unidade/ }));
    await user.click(await screen.findByText('Praia'));
    await waitFor(() => expect(server.asked(getBusinessToEdit).at(-1)?.headers.get('x-business-id')).toBe(otherUnitId));
    expect(router.state.location.pathname).toBe(`/settings/units/${unitId}`);
  });

  test('a time zone is found by what people call it, without its accents', async () => {
    const server = signedInServer();
    server.on(getBusinessToEdit)(() => unit);
    server.on(updateBusiness)(({ body }) => ({ ...unit, ...(body as object) }));
    const { user } = openApp('/settings/units');
    expect(await screen.findByText('Horário de Brasília · America/Sao_Paulo')).toBeVisible();
    await user.click(await screen.findByRole('link', { name: /Aurora Paulista/ }));
    const zone = await setting('Fuso horário');
    const field = zone.getByRole('combobox');
    expect(field).toHaveValue('Horário de Brasília · America/Sao_Paulo');
    await user.clear(field);
    await user.type(field, 'amazonas');
    const choices = () => optionsOf(field).map(({ textContent }) => textContent);
    await waitFor(() => expect(choices()).toContain('Horário do Amazonas · America/Manaus'));
    expect(choices().every((choice) => choice?.startsWith('Horário do Amazonas'))).toBe(true);
    for (const place of ['são paulo', 'america/sao_paulo']) {
      await user.clear(field);
      await user.type(field, place);
      await waitFor(() => expect(choices()).toEqual(['Horário de Brasília · America/Sao_Paulo']));
    }
    await user.clear(field);
    await user.type(field, 'horario de brasilia · america/bahia');
    await waitFor(() => expect(choices()).toEqual(['Horário de Brasília · America/Bahia']));
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(zone.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.asked(updateBusiness)[0]?.body).toEqual({ timezone: 'America/Bahia' }));
  });

  test('zones that a browser calls by no place are not offered', async () => {
    const known = ['AET', 'America/Bahia', 'EST5EDT', 'UTC'];
    const browser = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(known);
    onTestFinished(() => browser.mockRestore());
    const server = signedInServer();
    server.on(getBusinessToEdit)(() => unit);
    const { user } = openApp(`/settings/units/${unitId}`);
    const field = (await setting('Fuso horário')).getByRole('combobox');
    await user.clear(field);
    await waitFor(() => expect(optionsOf(field)).toHaveLength(3));
    const names = optionsOf(field).map(({ textContent }) => textContent?.split(' · ')[1]);
    expect(names).toEqual(['America/Sao_Paulo', 'America/Bahia', 'UTC']);
  });

  test('a unit is opened with a name, and begins with the time zone and the colour of the company', async () => {
    const server = signedInServer();
    server.on(getCompanySettings)(() => ({ ...settings, timezone: 'America/Recife', brand_color: '#7E22CE' }));
    server.on(createBusiness)(() => testUnit({ nome: 'Zona Oeste' }));
    const { user } = openApp('/settings/units');
    await user.click(await screen.findByRole('button', { name: 'Criar unidade' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Criar unidade' }));
    await user.click(await panel.findByLabelText('Nome'));
    await user.paste('Zona Oeste');
    await user.click(panel.getByRole('button', { name: 'Criar unidade' }));
    expect(await screen.findByText('A unidade Zona Oeste foi criada.')).toBeVisible();
    expect(server.asked(createBusiness)[0]?.body).toEqual({
      nome: 'Zona Oeste',
      timezone: 'America/Recife',
      brand_color: '#7E22CE',
    });
  });
});
