import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BusinessUnitId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import {
  createCompany,
  createUser,
  letIn,
  letLeave,
  letManage,
  signedIn,
  testPassword,
} from '../../testing/factories.ts';
import { guardedRoutes } from '../../testing/routes-of-contract.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { sessionLifeMs } from './session.ts';

const context = testContext();

function login(email: string, senha = testPassword, address = '10.0.0.1') {
  return context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha }, remoteAddress: address });
}

describe('signing in', () => {
  test('[LOGIN-12, LOGIN-13] answers result 1 with the user and a token that opens the session', async () => {
    const user = await createUser(context, { role: 'ana' });

    const answer = await login(user.email.toUpperCase());

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      result: 1,
      user: { email: user.email, role: 'ana', _empresa: { _id: user.companyId } },
    });
    const me = await context.app.inject({ url: '/api/me', headers: { authorization: answer.json().token } });
    expect(me.json()).toMatchObject({ _id: user.userId });
  });

  test('answers result 0 to a wrong password and to an unknown e-mail alike', async () => {
    const user = await createUser(context);
    const wrong = await login(user.email, 'not the password');
    const unknown = await login('nobody@test.example', 'not the password');
    expect(wrong.json()).toEqual({ result: 0, user: null, token: null });
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('[LOGIN-20, ASVS-09] refuses a deactivated user with USER_DEACTIVATED, but only behind the right password', async () => {
    const user = await createUser(context, { deactivated: true });
    expect((await login(user.email)).json()).toMatchObject({ code: 'USER_DEACTIVATED', message: 'USER_DEACTIVATED' });
    expect((await login(user.email, 'wrong password')).json()).toMatchObject({ result: 0 });
  });

  test('refuses bad input with the fields that are wrong', async () => {
    const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload: { email: 'ana@nodot' } });
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
  test('opens nothing once its user is shut out, before anybody has ended it', async () => {
    const { headers, userId } = await signedIn(context);
    expect((await context.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', userId).execute(),
    );
    const refused = await context.app.inject({ url: '/api/me', headers });
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  test('[LOGIN-26, ENTITY-01, ENTITY-02, ROLE-03] tells who the user is and where', async () => {
    const { headers, userId, companyId } = await signedIn(context, { ticketingRole: 'agent' });
    const me = await context.app.inject({ url: '/api/me', headers });
    expect(me.json()).toEqual({
      _id: userId,
      nome: 'Test User',
      email: expect.any(String),
      role: 'own',
      ticketing_role: 'agent',
      picture: null,
      language: null,
      permissions: { can_temporary_access: false, exports_personal_data: false },
      _businesses: [expect.any(String), expect.any(String)],
      _empresa: { _id: companyId, nome: expect.any(String), wizard: false, force_authenticator: false },
      authenticator_enabled: false,
      narrowed_to: null,
      shortcuts_off: false,
    });
  });

  test('[ROLE-02] tells a ticketing role of its own beside the role: adm, ana, agent or none, and nothing else is kept', async () => {
    for (const ticketingRole of ['adm', 'ana', 'agent', undefined] as const) {
      const { headers } = await signedIn(context, { role: 'pdv', ...(ticketingRole ? { ticketingRole } : {}) });
      const me = (await context.app.inject({ url: '/api/me', headers })).json();
      expect([me.role, me.ticketing_role]).toEqual(['pdv', ticketingRole ?? null]);
    }
    await expect(signedIn(context, { ticketingRole: 'own' as 'adm' })).rejects.toThrow('ticketing_role');
  });

  test('[ENTITY-01, ENTITY-02] tells what is not as it is at first', async () => {
    const { companyId } = await createCompany(context);
    const { headers, userId } = await signedIn(context, { companyId, role: 'acmng' });
    const picture = 'https://pictures.example/ana.png';
    await context.database.withSystem(async (tx) => {
      const companies = tx.updateTable('companies').where('id', '=', companyId);
      await companies.set({ wizard: true, force_authenticator: true }).execute();
      const users = tx.updateTable('users').where('id', '=', userId);
      await users.set({ picture, language: 'es', temporary_access: true, authenticator_enabled: true }).execute();
    });
    const told = {
      role: 'acmng',
      ticketing_role: null,
      picture,
      language: 'es',
      permissions: { can_temporary_access: true },
      authenticator_enabled: true,
      _empresa: { _id: companyId, wizard: true, force_authenticator: true },
    };
    expect((await context.app.inject({ url: '/api/me', headers })).json()).toMatchObject(told);
  });

  test.each([
    ['wizard', { wizard: true, force_authenticator: false }],
    ['force_authenticator', { wizard: false, force_authenticator: true }],
  ])('[ENTITY-02, LOGIN-26] tells %s of the company apart, at sign-in and after', async (_flag, flags) => {
    const user = await createUser(context);
    await context.database.withSystem((tx) =>
      tx.updateTable('companies').where('id', '=', user.companyId).set(flags).execute(),
    );
    const answer = (await login(user.email)).json();
    expect(answer.user._empresa).toMatchObject(flags);
    const me = await context.app.inject({ url: '/api/me', headers: { authorization: answer.token } });
    expect(me.json()._empresa).toMatchObject(flags);
  });

  test.each([
    ['temporary access', { temporary_access: true }, { permissions: { can_temporary_access: true } }],
    ['the export of personal data', { exports_personal_data: true }, { permissions: { exports_personal_data: true } }],
  ])('[ENTITY-01] tells %s apart, at sign-in and after', async (_flag, flags, told) => {
    const user = await createUser(context);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').where('id', '=', user.userId).set(flags).execute(),
    );
    const permissions = { can_temporary_access: false, exports_personal_data: false, ...told.permissions };
    const expected = { permissions, authenticator_enabled: false };
    const answer = (await login(user.email)).json();
    expect(answer.user).toMatchObject(expected);
    const me = await context.app.inject({ url: '/api/me', headers: { authorization: answer.token } });
    expect(me.json()).toMatchObject(expected);
  });

  test('[ROLE-03] knows each of the units that a user has, and no other of the company', async () => {
    const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
    const third = newId<BusinessUnitId>();
    const row = { company_id: companyId, id: third, name: 'A third unit' };
    await context.database.withCompany(companyId, (tx) => tx.insertInto('business_units').values(row).execute());
    const units = [businessUnitId, otherUnitId];
    const { headers, email } = await signedIn(context, { companyId, units });

    expect((await login(email)).json().user._businesses).toEqual(units);
    const me = await context.app.inject({ url: '/api/me', headers });
    expect(me.json()._businesses).toEqual(units);
    const selecting = async (unit: string) =>
      (await context.app.inject({ url: '/api/me', headers: { ...headers, 'x-business-id': unit } })).statusCode;
    expect(await Promise.all([businessUnitId, otherUnitId, third].map(selecting))).toEqual([200, 200, 404]);
  });

  test('[ROLE-03] knows every unit of the company for a user to whom none is assigned, and none of another’s', async () => {
    const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
    await createCompany(context);
    const { headers } = await signedIn(context, { companyId });
    const me = await context.app.inject({ url: '/api/me', headers });
    expect(me.json()._businesses).toEqual([businessUnitId, otherUnitId]);
  });

  test('[LOGIN-12] lives for 30 days with keepMeLoggedIn', async () => {
    const user = await createUser(context);
    const payload = { email: user.email, senha: testPassword, keepMeLoggedIn: true };
    const { token } = (await context.app.inject({ method: 'POST', url: '/api/login', payload })).json();
    context.clock.advance(30 * 24 * 3_600_000 - 1);
    const last = await context.app.inject({ url: '/api/me', headers: { authorization: token } });
    expect(last.statusCode).toBe(200);
    context.clock.advance(2);
    const renewed = { authorization: String(last.headers['authorization']) };
    expect((await context.app.inject({ url: '/api/me', headers: renewed })).statusCode).toBe(401);
  });

  test('[SESSION-15] ends with logout', async () => {
    const { headers } = await signedIn(context);
    expect((await context.app.inject({ method: 'POST', url: '/api/logout', headers })).statusCode).toBe(200);
    expect((await context.app.inject({ url: '/api/me', headers })).json()).toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  test('ends after its life', async () => {
    const { headers } = await signedIn(context);
    context.clock.advance(sessionLifeMs + 1);
    expect((await context.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
  });

  test('[SESSION-12] of an inactive company is refused with the reason empresa_not_active', async () => {
    const { headers, companyId } = await signedIn(context);
    await letLeave(context, companyId);
    const answer = await context.app.inject({ url: '/api/me', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'COMPANY_NOT_ACTIVE', params: { reason: 'empresa_not_active' } });
  });

  test('headers select a company, membership decides: another company is not found', async () => {
    const { headers } = await signedIn(context);
    const other = await createCompany(context);
    const answer = await context.app.inject({
      url: '/api/me',
      headers: { ...headers, 'x-empresa-id': other.companyId },
    });
    expect(answer.statusCode).toBe(404);
    const unit = await context.app.inject({
      url: '/api/me',
      headers: { ...headers, 'x-business-id': other.businessUnitId },
    });
    expect(unit.statusCode).toBe(404);
  });

  describe('in a company that others manage', () => {
    /** What somebody finds who selects a company, and perhaps a unit of it. */
    async function selecting(headers: Record<string, string>, companyId: string, unit?: string) {
      const selected = { ...headers, 'x-empresa-id': companyId, ...(unit ? { 'x-business-id': unit } : {}) };
      const get = async (path: string) => {
        const answer = await context.app.inject({ url: `/api${path}`, headers: selected });
        return answer.statusCode === 200 ? answer.json() : answer.statusCode;
      };
      const [company, units] = [await get('/company'), await get('/businesses')];
      return [company.nome ?? company, units.data?.map(({ _id }: { _id: string }) => _id) ?? units];
    }

    test('a manager works in all of its units, or in those that they are assigned to there', async () => {
      const managed = await createCompany(context);
      const { companyId, businessUnitId, otherUnitId } = managed;
      const manager = await signedIn(context, { role: 'acmng' });
      const assigned = await signedIn(context, { role: 'acmng' });
      await letManage(context, companyId, manager.userId, assigned.userId);
      await letIn(context, companyId, manager.userId, assigned.userId);
      const row = { company_id: companyId, user_id: assigned.userId, business_unit_id: otherUnitId };
      await context.database.withCompany(companyId, (tx) => tx.insertInto('user_business_units').values(row).execute());

      expect(await selecting(manager.headers, companyId)).toEqual([managed.name, [businessUnitId, otherUnitId]]);
      expect(await selecting(assigned.headers, companyId)).toEqual([managed.name, [otherUnitId]]);
      expect(await selecting(assigned.headers, companyId, businessUnitId)).toEqual([404, 404]);
      // Their own company is as it was.
      const [own, units] = await selecting(assigned.headers, assigned.companyId);
      expect([own, units.length]).toEqual([expect.any(String), 2]);
    });

    test('nobody else gets in: neither another company’s people and managers, nor the managed people into a manager’s', async () => {
      const [managed, other] = [await createCompany(context), await createCompany(context)];
      const manager = await signedIn(context, { role: 'acmng' });
      const otherManager = await signedIn(context, { role: 'acmng' });
      await letManage(context, managed.companyId, manager.userId);
      await letManage(context, other.companyId, otherManager.userId);
      await letIn(context, managed.companyId, manager.userId);
      await letIn(context, other.companyId, otherManager.userId);
      const absent = [404, 404];

      for (const role of ['own', 'acmng'] as const) {
        const { headers } = await signedIn(context, { companyId: other.companyId, role });
        expect(await selecting(headers, managed.companyId)).toEqual(absent);
        expect(await selecting(headers, managed.companyId, managed.businessUnitId)).toEqual(absent);
      }
      expect(await selecting(otherManager.headers, managed.companyId)).toEqual(absent);
      expect(await selecting(manager.headers, other.companyId)).toEqual(absent);
      const { headers } = await signedIn(context, { companyId: managed.companyId });
      expect(await selecting(headers, manager.companyId)).toEqual(absent);
    });
  });

  describe('in production', () => {
    let production: TestContext;
    beforeAll(async () => {
      production = await openTestContext({ production: true });
    });
    afterAll(() => production.close());

    async function signIn() {
      const user = await createUser(production);
      const payload = { email: user.email, senha: testPassword };
      const answer = await production.app.inject({ method: 'POST', url: '/api/login', payload });
      const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
      return { answer, cookies, headers: { 'x-empresa-id': user.companyId, authorization: 'cookie' } };
    }

    test('[ASVS-17] no route takes the cookie alone: the custom header is asked for beside it', async () => {
      const { cookies, headers } = await signIn();
      for (const { method, path } of guardedRoutes) {
        const asked = { method, url: `/api${path.replace(/:\w+/g, newId())}`, cookies } as const;
        for (const also of [{}, { authorization: 'cookie' }, { 'x-business-id': newId() }]) {
          const answer = await production.app.inject({ ...asked, headers: also });
          expect([method, path, also, answer.statusCode]).toEqual([method, path, also, 401]);
          expect(answer.json()).toMatchObject({ code: 'NOT_SIGNED_IN' });
        }
      }
      // Outside production a cookie is none at all.
      const planted = { ...cookies, escuta_session: String(cookies['__Host-escuta_session']) };
      expect((await context.app.inject({ url: '/api/me', cookies: planted, headers })).statusCode).toBe(401);
      expect((await production.app.inject({ url: '/api/me', cookies, headers })).statusCode).toBe(200);
    });

    test('the token lives in an HttpOnly cookie of this host that needs the custom header beside it', async () => {
      const { answer, cookies, headers } = await signIn();
      expect(answer.json().token).toBe('cookie');
      const safe = { httpOnly: true, secure: true, path: '/' };
      expect(answer.cookies).toMatchObject([
        { name: '__Host-escuta_device', sameSite: 'Strict', ...safe },
        { name: '__Host-escuta_session', sameSite: 'Lax', ...safe },
      ]);
      expect(answer.cookies.filter((cookie) => 'domain' in cookie)).toEqual([]);
      expect((await production.app.inject({ url: '/api/me', cookies, headers })).statusCode).toBe(200);
      expect((await production.app.inject({ url: '/api/me', cookies })).statusCode).toBe(401);
    });

    test('a cookie that another host may have planted, without the prefix, opens nothing', async () => {
      const { cookies, headers } = await signIn();
      const planted = { escuta_session: String(cookies['__Host-escuta_session']) };
      expect((await production.app.inject({ url: '/api/me', cookies: planted, headers })).statusCode).toBe(401);
    });

    test('[SESSION-15] signing out takes the session’s cookie back, as browsers accept it, and leaves the device’s', async () => {
      const { cookies, headers } = await signIn();
      const answer = await production.app.inject({ method: 'POST', url: '/api/logout', cookies, headers });
      expect(answer.cookies).toMatchObject([
        { name: '__Host-escuta_session', value: '', secure: true, path: '/', expires: new Date(0) },
      ]);
      expect((await production.app.inject({ url: '/api/me', cookies, headers })).statusCode).toBe(401);
    });

    test('a device is known by its cookie of this host', async () => {
      const user = await createUser(production);
      const login = (senha: string, cookies: Record<string, string> = {}) =>
        production.app.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, senha }, cookies });
      const first = await login(testPassword);
      const device = String(first.cookies.find(({ name }) => name === '__Host-escuta_device')?.value);
      for (let failure = 0; failure < 5; failure += 1) await login('wrong');
      expect((await login(testPassword, { escuta_device: device })).statusCode).toBe(429);
      expect((await login(testPassword, { '__Host-escuta_device': device })).statusCode).toBe(200);
    });
  });
});
