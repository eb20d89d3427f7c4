import { exchangeToken, getMe, signOut } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getCompany } from '@escuta/contract/companies';
import { getEnvironment } from '@escuta/contract/environment';
import { CompanyId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { awayToSignInKey, takeStartParameters } from '#web/app/start-parameters.tsx';
import { rememberSession } from '#web/lib/session.ts';
import { FakeServer } from '#web/testing/fake-server.ts';
import { companyId, openApp, otherUnitId, testEnvironment, testUser, unitId } from '#web/testing/render-app.tsx';

const bia: User = { ...testUser(), _id: '019a9f3e-0000-7000-8000-0000000000ff' as User['_id'], nome: 'Bia Lima' };
const otherCompany = CompanyId.parse('019a9f3e-0000-7000-8000-0000000000f2');
const before = location.href;

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', before);
});

/** A server on which a token of an address is Bia's. */
function server() {
  return new FakeServer()
    .on(getMe)(() => bia)
    .on(exchangeToken)(() => ({ user: bia, token: 'exchanged' }))
    .on(signOut)(() => ({ ok: true }))
    .on(getEnvironment)(() => testEnvironment)
    .on(getCompany)(() => ({
    _id: otherCompany,
    nome: 'Horizonte',
    isTrial: false,
    trial_expiration_date: null,
    logo: null,
    general_attributes: { allow_beta: false, allow_ticketing: false },
    language: 'pt',
  }));
}

function arriveWith(search: string) {
  history.replaceState(null, '', `/login?${search}&returnUrl=%2Fcontatos`);
  return takeStartParameters();
}

describe('a token in the address', () => {
  test('[SHELL-04] is taken out of it at once and, for who went away to sign in, exchanged and stored', async () => {
    const fake = server();
    sessionStorage.setItem(awayToSignInKey, 'true');
    const taken = arriveWith('access_token=from-afar');
    expect(location.search).toBe('?returnUrl=%2Fcontatos');
    expect(await taken).toBeUndefined();
    expect(localStorage.getItem('access_token')).toBe('exchanged');
    expect(localStorage.getItem('user_id')).toBe(bia._id);
    expect(localStorage.getItem('empresaId')).toBe(bia._empresa._id);
    expect(fake.asked(exchangeToken).map(({ headers }) => headers.get('authorization'))).toEqual(['from-afar']);
    expect(sessionStorage.getItem(awayToSignInKey)).toBeNull();
  });

  test('[SHELL-04] of a link that anybody may have sent signs nobody in before they said so', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const fake = server();
    rememberSession(testUser(), 'a-token');
    const asked = await arriveWith('access_token=from-afar');
    expect(localStorage.getItem('access_token')).toBe('a-token');
    expect(fake.count(exchangeToken)).toBe(0);
    localStorage.removeItem('access_token');
    const { user } = openApp('/login', asked);
    const dialog = within(await screen.findByRole('dialog', { name: 'Entrar com este link?' }));
    expect(dialog.getByText(/como Bia Lima .* da empresa Aurora/)).toBeInTheDocument();
    expect(dialog.getByText(/Você sairá da conta ana@aurora\.example/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Entrar como Bia Lima' }));
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/home'));
    expect(localStorage.getItem('access_token')).toBe('exchanged');
    expect(localStorage.getItem('user_id')).toBe(bia._id);
  });

  test('of who is signed in already is taken without asking', async () => {
    const fake = server();
    rememberSession(bia, 'a-token');
    expect(await arriveWith('access_token=from-afar')).toBeUndefined();
    expect(localStorage.getItem('access_token')).toBe('exchanged');
    expect(fake.count(exchangeToken)).toBe(1);
  });

  test('that nobody has changes nothing', async () => {
    new FakeServer().refuse(getMe, 'NOT_SIGNED_IN');
    rememberSession(testUser(), 'a-token');
    expect(await arriveWith('access_token=forged')).toBeUndefined();
    expect(localStorage.getItem('access_token')).toBe('a-token');
  });
});

test('[SHELL-05] the company of the address becomes the current one, unless the user may not enter it', async () => {
  const fake = server();
  rememberSession(testUser(), 'a-token');
  await arriveWith(`empresa=${otherCompany}`);
  expect(fake.asked(getCompany).map(({ headers }) => headers.get('x-empresa-id'))).toEqual([otherCompany]);
  expect(localStorage.getItem('empresaId')).toBe(otherCompany);
  expect(localStorage.getItem('empresa_nome')).toBe('Horizonte');
  // The unit was one of the other company.
  expect([localStorage.getItem('business'), sessionStorage.getItem('business')]).toEqual([null, null]);
  expect(location.search).toBe('?returnUrl=%2Fcontatos');

  rememberSession(testUser(), 'a-token');
  fake.refuse(getCompany, 'NOT_FOUND');
  await arriveWith(`empresa=${otherCompany}`);
  await arriveWith('empresa=nonsense');
  expect(localStorage.getItem('empresaId')).toBe(companyId);
});

test('[SHELL-06] the unit of the address becomes the current one', async () => {
  server();
  rememberSession(testUser(), 'a-token');
  expect(localStorage.getItem('business')).toBe(unitId);
  await arriveWith(`business=${otherUnitId}`);
  expect([localStorage.getItem('business'), sessionStorage.getItem('business')]).toEqual([otherUnitId, otherUnitId]);
  await arriveWith('business=nonsense');
  expect(localStorage.getItem('business')).toBe(otherUnitId);
});

test('[SHELL-07, SHELL-08, FED-04, FED-05, FED-06] msal_error logs out and names the provider, with a way to the support', async () => {
  const fake = server();
  rememberSession(testUser(), 'a-token');
  const over = await arriveWith('msal_error=consent_required&access_token=ignored');
  expect(fake.count(signOut)).toBe(1);
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(location.search).toBe('?returnUrl=%2Fcontatos');
  openApp('/login', over);
  const dialog = within(await screen.findByRole('dialog', { name: 'Erro de autenticação com Login Federado' }));
  expect(dialog.getByText(/Microsoft Entra ID/)).toBeInTheDocument();
  expect(await dialog.findByRole('link', { name: 'Falar com o suporte' })).toHaveAttribute(
    'href',
    'mailto:ajuda@escuta.example',
  );
});
