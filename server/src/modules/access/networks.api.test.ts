import { describe, expect, test } from 'vitest';
import { codeOf, enrolled } from '../../testing/authenticator.ts';
import { createUser, letIn, letManage, signedIn, testPassword } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
type Headers = Record<string, string>;

const office = '203.0.113.9';
const home = '198.51.100.20';
const networks = ['203.0.113.0/24', '2001:db8:7::/48'];
const minute = 60_000;
const minuteOfRotation = 60 * minute;

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly url?: string;
  readonly payload?: object;
}

function ask(headers: Headers, from: string, { method = 'GET', url = '/api/me', payload }: Asked = {}) {
  return context.app.inject({ method, url, headers, remoteAddress: from, ...(payload ? { payload } : {}) });
}

async function change(headers: Headers, settings: object, from = office) {
  const answer = await ask(headers, from, { method: 'PATCH', url: '/api/company/settings', payload: settings });
  return { status: answer.statusCode, ...answer.json() };
}

async function signIn(email: string, from: string, senha = testPassword) {
  const payload = { email, senha };
  const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload, remoteAddress: from });
  return { status: answer.statusCode, ...answer.json() };
}

const refused = { code: 'ADDRESS_NOT_ALLOWED' };

async function audited(companyId: string, action: string) {
  const { rows } = await context.database.pool.query(
    'SELECT after, ip FROM audit_events WHERE company_id = $1 AND action = $2 ORDER BY at DESC, id DESC',
    [companyId, action],
  );
  return rows as { after: object; ip: string }[];
}

describe('the networks of a company', () => {
  test('let its people work from there alone, and nobody else’s people are bound by them', async () => {
    const [own, other] = [await signedIn(context), await signedIn(context)];
    const colleague = await signedIn(context, { companyId: own.companyId, role: 'ana' });
    expect(await change(own.headers, { allowed_networks: networks })).toMatchObject({
      status: 200,
      allowed_networks: networks,
      address: office,
    });
    for (const { headers } of [own, colleague]) {
      for (const inside of [office, '203.0.113.255', '::ffff:203.0.113.9', '2001:db8:7::1'])
        expect((await ask(headers, inside)).statusCode).toBe(200);
      for (const outside of [home, '203.0.114.9', '2001:db8:8::1', '::ffff:198.51.100.20']) {
        const answer = await ask(headers, outside);
        expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining(refused)]);
      }
      const contacts = await ask(headers, home, { url: '/api/contacts' });
      expect(contacts.json()).toMatchObject(refused);
    }
    expect((await ask(other.headers, home)).statusCode).toBe(200);
    expect((await ask(other.headers, home, { url: '/api/company/settings' })).json()).toMatchObject({
      allowed_networks: [],
    });
    expect(await audited(own.companyId, 'company.changed')).toMatchObject([{ after: { allowed_networks: networks } }]);

    expect((await change(own.headers, { allowed_networks: [] })).status).toBe(200);
    expect((await ask(colleague.headers, home)).statusCode).toBe(200);
  });

  test('cannot lock out who names them', async () => {
    const [own, other] = [await signedIn(context), await signedIn(context)];
    expect(await change(own.headers, { allowed_networks: networks }, home)).toMatchObject({
      status: 422,
      code: 'OWN_ADDRESS_OUTSIDE',
      params: { address: home },
    });
    expect((await change(own.headers, { nome: 'Casa Aurora' }, home)).allowed_networks).toEqual([]);
    expect((await change(other.headers, { allowed_networks: networks })).status).toBe(200);
    // One address alone is the range of itself.
    expect(
      (await change(own.headers, { allowed_networks: [` ${home} `, '2001:DB8::1'] }, home)).allowed_networks,
    ).toEqual([`${home}/32`, '2001:db8::1/128']);
    expect((await ask(own.headers, '198.51.100.21')).json()).toMatchObject(refused);
  });

  test('are kept once, however often and in whichever way they are named', async () => {
    const { headers } = await signedIn(context);
    const named = [`${office}/32`, ` ${office} `, networks[1]?.toUpperCase(), networks[1]];
    const kept = [`${office}/32`, networks[1]];
    expect((await change(headers, { allowed_networks: named })).allowed_networks).toEqual(kept);
  });

  test.each(['office', '203.0.113.0/33', '203.0.113/24', '2001:db8::/129', '/24', ''])(
    '%s is none',
    async (network) => {
      const { headers } = await signedIn(context);
      expect(await change(headers, { allowed_networks: [network] })).toMatchObject({ status: 400 });
    },
  );

  test('let a session out from anywhere, and do not end it: it goes on at the office', async () => {
    const own = await signedIn(context);
    await change(own.headers, { allowed_networks: networks });
    // Due for another token: who is refused gets none.
    context.clock.advance(minuteOfRotation);
    expect((await ask(own.headers, home)).headers).not.toHaveProperty('authorization');
    const back = await ask(own.headers, office);
    expect(back.statusCode).toBe(200);
    const headers = { ...own.headers, authorization: String(back.headers['authorization']) };
    expect((await ask(headers, home, { method: 'POST', url: '/api/logout' })).statusCode).toBe(200);
    expect((await ask(headers, office)).statusCode).toBe(401);
  });

  test('leave the last use of a session as it was for who calls from outside', async () => {
    const own = await signedIn(context);
    await change(own.headers, { allowed_networks: networks });
    const lastUse = async () =>
      (await context.database.pool.query('SELECT last_seen_at, address FROM sessions WHERE user_id = $1', [own.userId]))
        .rows[0];
    const began = await lastUse();
    context.clock.advance(10 * minute);
    expect((await ask(own.headers, home)).statusCode).toBe(403);
    expect(await lastUse()).toEqual(began);
    expect((await ask(own.headers, office)).statusCode).toBe(200);
    expect(await lastUse()).toEqual({ last_seen_at: context.clock.now(), address: office });
  });

  test('are asked for at sign-in too, of who has proved who they are alone', async () => {
    const own = await signedIn(context);
    const user = await createUser(context, { companyId: own.companyId, role: 'ana' });
    await change(own.headers, { allowed_networks: networks });
    expect(await signIn(user.email, home, 'Wrong@Password1')).toMatchObject({ status: 200, result: 0 });
    expect(await signIn(user.email, home)).toMatchObject({ status: 403, ...refused });
    await expect
      .poll(() => audited(own.companyId, 'sign_in.failed'))
      .toContainEqual({ after: { cause: 'address_not_allowed' }, ip: home });
    expect(await signIn(user.email, office)).toMatchObject({ status: 200, result: 1 });
  });

  test('are asked for at the second step again', async () => {
    const user = await enrolled(context);
    await change(user.headers, { allowed_networks: networks });
    context.clock.advance(minute);
    const { step } = await signIn(user.email, office);
    const finish = (from: string) => {
      const payload = { userId: user.userId, step: step.token, token: codeOf(user.key, context.clock.now()) };
      return context.app.inject({ method: 'POST', url: '/api/login/authenticator', payload, remoteAddress: from });
    };
    expect((await finish(home)).json()).toMatchObject(refused);
    expect((await finish(office)).json()).toMatchObject({ result: 1 });
  });
});

describe('somebody of ours in the account of a customer', () => {
  test('is not bound by its networks, and its audit says that they came from outside', async () => {
    const customer = await signedIn(context);
    await change(customer.headers, { allowed_networks: networks });
    const staff = await signedIn(context, { role: 'acmng' });
    await letManage(context, customer.companyId, staff.userId);
    const enter = (from: string) =>
      ask(staff.headers, from, {
        method: 'POST',
        url: '/api/account-access',
        payload: { company: customer.companyId, reason: 'The customer asked for help' },
      });
    expect((await enter(office)).statusCode).toBeLessThan(300);
    expect((await audited(customer.companyId, 'account_access.begun'))[0]?.after).not.toHaveProperty(
      'outside_networks',
    );
    context.clock.advance(minute);
    expect((await enter(home)).statusCode).toBeLessThan(300);
    expect((await audited(customer.companyId, 'account_access.begun'))[0]).toMatchObject({
      after: { outside_networks: true },
      ip: home,
    });
    const inside = { ...staff.headers, 'x-empresa-id': customer.companyId };
    expect((await ask(inside, home)).statusCode).toBe(200);
    // A company whose own network is another one now is helped so; who comes in is not for visitors to say.
    const notForVisitors = { status: 403, code: 'NOT_BY_VISITOR' };
    expect(await change(inside, { allowed_networks: [`${home}/32`] }, home)).toMatchObject(notForVisitors);
    expect(await change(inside, { session_idle_minutes: 60 }, home)).toMatchObject(notForVisitors);
    expect(await change(inside, { allowed_networks: [] }, home)).toMatchObject({ status: 200 });
    expect((await ask(customer.headers, '192.0.2.1')).statusCode).toBe(200);
  });

  test('is bound by the networks of their own company, wherever they work', async () => {
    const own = await signedIn(context);
    const staff = await signedIn(context, { companyId: own.companyId, role: 'acmng' });
    const customer = await signedIn(context);
    await letManage(context, customer.companyId, staff.userId);
    await letIn(context, customer.companyId, staff.userId);
    await change(own.headers, { allowed_networks: networks });
    const inside = { ...staff.headers, 'x-empresa-id': customer.companyId };
    expect((await ask(inside, home)).json()).toMatchObject(refused);
    expect((await ask(inside, office)).statusCode).toBe(200);
  });
});

test('a company may ask for shorter sessions than the installation, kept ones too, and no other company’s end', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const kept = await context.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: own.email, senha: testPassword, keepMeLoggedIn: true },
  });
  const keptHeaders = { ...own.headers, authorization: kept.json<{ token: string }>().token };
  expect((await change(own.headers, { session_idle_minutes: 30 })).session_idle_minutes).toBe(30);
  context.clock.advance(29 * minute);
  expect((await ask(own.headers, home)).statusCode).toBe(200);
  context.clock.advance(minute);
  // The kept session was not used for half an hour: it is over, and not listed.
  const sessions = await ask(own.headers, home, { url: '/api/me/sessions' });
  expect(sessions.json<{ data: unknown[] }>().data).toHaveLength(1);
  expect((await ask(keptHeaders, home)).statusCode).toBe(401);
  context.clock.advance(29 * minute);
  expect((await ask(own.headers, home)).statusCode).toBe(401);
  expect((await ask(other.headers, home)).statusCode).toBe(200);
  for (const minutes of [14, 10_081, 20.5])
    expect((await change(other.headers, { session_idle_minutes: minutes })).status).toBe(400);
});
