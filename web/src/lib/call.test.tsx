import { getMe, signIn } from '@escuta/contract/access';
import { listMyBusinesses } from '@escuta/contract/companies';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { createContact, listContacts } from '@escuta/contract/contacts';
import { downloadImportErrors, uploadContactsFile } from '@escuta/contract/imports';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ask, call } from '#web/lib/call.ts';
import { aPreview, importId } from '#web/testing/import-samples.ts';
import {
  companyId,
  openApp,
  otherUnitId,
  signedInServer,
  testUnit,
  testUser,
  unitId,
} from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });
const lostUnitId = '019a9f3e-0000-7000-8000-0000000000cc';
const user = { ...testUser(), _businesses: [otherUnitId, unitId] };

/** A company with two units of one name, in the order of the server. */
function twoUnitServer() {
  return signedInServer()
    .on(getMe)(() => user)
    .on(listMyBusinesses)(() => ({ data: [testUnit({ _id: otherUnitId, nome: 'Loja' }), testUnit({ nome: 'Loja' })] }))
    .on(signIn)(() => ({ result: 1, user, token: 'the-token' }))
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }));
}

async function signInOnThePage() {
  const server = twoUnitServer();
  localStorage.clear();
  const app = openApp('/login');
  await app.user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
  await app.user.type(screen.getByLabelText('Senha'), 'a password{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return { server, app };
}

test('a refusal that comes late leaves the token that another tab has meanwhile', async () => {
  signedInServer()
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .endSession();
  const refused = call(listContacts, { query: {}, asksToSignIn: false });
  localStorage.setItem('access_token', 'tab-token');
  await expect(refused).rejects.toThrow('NOT_SIGNED_IN');
  expect(localStorage.getItem('access_token')).toBe('tab-token');

  await expect(call(listContacts, { query: {}, asksToSignIn: false })).rejects.toThrow('NOT_SIGNED_IN');
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('a new token takes the place of the one that was shown, and of no other', async () => {
  signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  const answer = globalThis.fetch;
  const renewing = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const response = await answer(...asked);
    response.headers.set('authorization', 'renewed-token');
    return response;
  });
  onTestFinished(() => renewing.mockRestore());
  const list = () => call(listContacts, { query: {}, asksToSignIn: false });
  const late = list();
  localStorage.setItem('access_token', 'token-of-another-tab');
  await late;
  expect(localStorage.getItem('access_token')).toBe('token-of-another-tab');
  const signedOut = list();
  localStorage.removeItem('access_token');
  await signedOut;
  expect(localStorage.getItem('access_token')).toBeNull();
  localStorage.setItem('access_token', 'the-token');
  await list();
  expect(localStorage.getItem('access_token')).toBe('renewed-token');
});

describe('what every call carries', () => {
  test('[CALL-01, CALL-02, CALL-03, CALL-04, STORE-02] token, company and unit, and credentials, from signing in on', async () => {
    const { server } = await signInOnThePage();
    expect(localStorage.getItem('business')).toBe(otherUnitId);
    expect(localStorage.getItem('empresaId')).toBe(companyId);
    expect(localStorage.getItem('empresa_nome')).toBe('Aurora');
    // A refusal of the fake server is an answer too: what left the page is what counts.
    server.refuse(createContact, 'FORBIDDEN').refuse(downloadImportErrors, 'FORBIDDEN');
    server.on(uploadContactsFile)(() => aPreview);
    const form = new FormData();
    form.append('file', new File(['Nome'], 'a.csv'));
    await call(uploadContactsFile, { form, onSent: () => undefined });
    await call(createContact, { body: { name: 'Maria', email: 'maria@exemplo.example', tel: null } }).catch(
      () => undefined,
    );
    await ask(downloadImportErrors, { params: { id: importId(1) }, query: {} }).catch(() => undefined);

    // What the login page asks before it.
    const before = ['POST /login', 'GET /environment', 'GET /sign-in-options'];
    const calls = server.calls.filter(({ route }) => !before.includes(route));
    expect(calls.map(({ route }) => route)).toEqual(
      expect.arrayContaining(['GET /me', 'POST /contacts', 'POST /imports/uploads', 'GET /imports/:id/errors']),
    );
    const carried = calls.map(({ route, headers, credentials }) => ({
      route,
      token: headers.get('authorization'),
      company: headers.get('x-empresa-id'),
      unit: headers.get('x-business-id'),
      credentials,
    }));
    const due = { token: 'the-token', company: companyId, unit: otherUnitId, credentials: 'include' };
    expect(carried).toEqual(calls.map(({ route }) => ({ route, ...due })));
  });

  test('[CALL-03, STORE-02] the unit that was switched to, from then on', async () => {
    const { server, app } = await signInOnThePage();
    await app.user.click(screen.getByRole('button', { name: /Trocar de unidade/ }));
    const [, second] = await screen.findAllByText('Loja', { selector: '[role="menuitem"] *' });
    await app.user.click(second!);
    await waitFor(() => expect(localStorage.getItem('business')).toBe(unitId));
    const before = server.calls.length;
    await app.router.navigate({ to: '/contatos' });
    await waitFor(() => expect(server.count(listContacts)).toBe(1));
    for (const { headers } of server.calls.slice(before)) expect(headers.get('x-business-id')).toBe(unitId);
  });

  test('the first unit, where a new tab begins with one that is no longer the user’s', async () => {
    const server = twoUnitServer();
    sessionStorage.clear();
    localStorage.setItem('business', lostUnitId);
    server.refuse(getMe, 'NOT_FOUND');
    server.on(listMyBusinesses)(() => {
      // The server refuses what names the lost unit; without one it answers.
      server.on(getMe)(() => user);
      return { data: [testUnit({ _id: otherUnitId, nome: 'Loja' }), testUnit({ nome: 'Loja' })] };
    });
    openApp('/contatos');
    await screen.findByRole('heading', { level: 1, name: 'Contatos' });
    expect(server.asked(getMe).map(({ headers }) => headers.get('x-business-id'))).toEqual([lostUnitId, null]);
    expect(localStorage.getItem('business')).toBe(otherUnitId);
    expect(server.asked(listContacts).at(-1)?.headers.get('x-business-id')).toBe(otherUnitId);
  });
});
