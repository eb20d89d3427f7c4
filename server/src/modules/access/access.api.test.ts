import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCompany, createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';
import { sessionLifeMs } from './session.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

function login(email: string, senha = testPassword, address = '10.0.0.1') {
  return house.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha }, remoteAddress: address });
}

describe('signing in', () => {
  test('[LOGIN-12, LOGIN-13] answers result 1 with the user and a token that opens the session', async () => {
    const user = await createUser(house, { role: 'ana' });

    const answer = await login(user.email.toUpperCase());

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      result: 1,
      user: { email: user.email, role: 'ana', _empresa: { _id: user.companyId } },
    });
    const me = await house.app.inject({ url: '/api/me', headers: { authorization: answer.json().token } });
    expect(me.json()).toMatchObject({ _id: user.userId });
  });

  test('answers result 0 to a wrong password and to an unknown e-mail alike', async () => {
    const user = await createUser(house);
    const wrong = await login(user.email, 'not the password');
    const unknown = await login('nobody@test.example', 'not the password');
    expect(wrong.json()).toEqual({ result: 0, user: null, token: null });
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('[LOGIN-20] refuses a deactivated user with USER_DEACTIVATED, but only behind the right password', async () => {
    const user = await createUser(house, { deactivated: true });
    expect((await login(user.email)).json()).toMatchObject({ code: 'USER_DEACTIVATED', message: 'USER_DEACTIVATED' });
    expect((await login(user.email, 'wrong password')).json()).toMatchObject({ result: 0 });
  });

  test('refuses bad input with the fields that are wrong', async () => {
    const answer = await house.app.inject({ method: 'POST', url: '/api/login', payload: { email: 'ana@nodot' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('INVALID_INPUT');
    expect(
      answer
        .json()
        .params.fields.map((field: { path: string }) => field.path)
        .sort(),
    ).toEqual(['email', 'senha']);
  });
});

describe('the session', () => {
  test('[LOGIN-26, ENTITY-01, ENTITY-02, ROLE-03] tells who the user is and where', async () => {
    const { headers, userId, companyId } = await signedIn(house, { ticketingRole: 'agent' });
    const me = await house.app.inject({ url: '/api/me', headers });
    expect(me.json()).toEqual({
      _id: userId,
      nome: 'Test User',
      email: expect.any(String),
      role: 'own',
      ticketing_role: 'agent',
      picture: null,
      language: null,
      permissions: { can_temporary_access: false },
      _businesses: [expect.any(String), expect.any(String)],
      _empresa: { _id: companyId, nome: expect.any(String), wizard: false, force_authenticator: false },
      authenticator_enabled: false,
    });
  });

  test('[SESSION-15] ends with logout', async () => {
    const { headers } = await signedIn(house);
    expect((await house.app.inject({ method: 'POST', url: '/api/logout', headers })).statusCode).toBe(200);
    expect((await house.app.inject({ url: '/api/me', headers })).json()).toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  test('ends after its life', async () => {
    const { headers } = await signedIn(house);
    house.clock.advance(sessionLifeMs + 1);
    expect((await house.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
  });

  test('[SESSION-12] of an inactive company is refused with the reason empresa_not_active', async () => {
    const { headers, companyId } = await signedIn(house);
    await house.database.withSystem((tx) =>
      tx.updateTable('companies').set({ active: false }).where('id', '=', companyId).execute(),
    );
    const answer = await house.app.inject({ url: '/api/me', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'COMPANY_NOT_ACTIVE', params: { reason: 'empresa_not_active' } });
  });

  test('headers select a company, membership decides: another company is not found', async () => {
    const { headers } = await signedIn(house);
    const other = await createCompany(house);
    const answer = await house.app.inject({ url: '/api/me', headers: { ...headers, 'x-empresa-id': other.companyId } });
    expect(answer.statusCode).toBe(404);
    const unit = await house.app.inject({
      url: '/api/me',
      headers: { ...headers, 'x-business-id': other.businessUnitId },
    });
    expect(unit.statusCode).toBe(404);
  });

  test('in production the token lives in an HttpOnly cookie that needs the custom header beside it', async () => {
    const production = await openTestHouse({ production: true });
    const user = await createUser(production);
    const answer = await production.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: user.email, senha: testPassword },
    });
    const cookie = answer.cookies.find(({ name }) => name.endsWith('escuta_session'));

    expect(answer.json().token).toBe('cookie');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/api' });
    const cookies = { [String(cookie?.name)]: String(cookie?.value) };
    const withHeader = { 'x-empresa-id': user.companyId, authorization: 'cookie' };
    expect((await production.app.inject({ url: '/api/me', cookies, headers: withHeader })).statusCode).toBe(200);
    expect((await production.app.inject({ url: '/api/me', cookies })).statusCode).toBe(401);
    await production.close();
  });
});
