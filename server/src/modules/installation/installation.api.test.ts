import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createInvitations } from '../../testing/response-factories.ts';
import { createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';

const context = testContext();
const text = { pt: 'Voltamos às 8.', es: 'Volvemos a las 8.', en: 'Back at 8.' };
const until = '2026-12-01T11:00:00.000Z';

afterEach(async () => {
  await context.database.pool.query('DELETE FROM maintenance; DELETE FROM system_notices');
  context.app.maintenance.forget();
});

function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, headers = {}, payload?: object) {
  return context.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}

const login = (email: string, senha = testPassword) =>
  context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha } });

describe('the host of the short links', () => {
  const secret = 'a secret that two hosts share, and nobody else';

  test('gets a token of a minute from us, signed with its secret, that says who asks and opens nothing here', async () => {
    const shortLinks = { origin: 'https://links.example', secret };
    const own = await openTestContext({ shortLinks });
    onTestFinished(() => own.close());
    const { headers, userId, companyId } = await signedIn(own);
    const answer = await own.app.inject({ method: 'POST', url: '/api/short-links/access', headers });
    const { access_token: token, expires_at: expiresAt } = answer.json();
    const [head, claims, signature] = String(token).split('.') as [string, string, string];
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decoded(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const now = Math.floor(own.clock.now().getTime() / 1_000);
    const sent = { aud: shortLinks.origin, sub: userId, company: companyId, iat: now, exp: now + 60 };
    expect(decoded(claims)).toEqual(sent);
    expect(Date.parse(expiresAt) - own.clock.now().getTime()).toBe(60_000);
    expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url'));
    const asSession = { ...headers, authorization: token };
    expect((await own.app.inject({ url: '/api/me', headers: asSession })).statusCode).toBe(401);
    expect((await own.app.inject({ method: 'POST', url: '/api/short-links/access' })).statusCode).toBe(401);
  });

  test('is the one other host that a page may ask, where the installation has it', async () => {
    const own = await openTestContext({ shortLinks: { origin: 'https://links.example', secret } });
    onTestFinished(() => own.close());
    const policyOf = async ({ app }: typeof own) =>
      /connect-src [^;]*/.exec(String((await app.inject('/nowhere')).headers['content-security-policy']))?.[0];
    expect(await policyOf(own)).toBe("connect-src 'self' https://links.example");
    expect(await policyOf(context)).toBe("connect-src 'self'");
  });

  test('is not asked where no secret is shared with it', async () => {
    const { headers } = await signedIn(context);
    const answer = await ask('POST', '/api/short-links/access', headers);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'SHORT_LINKS_NOT_CONFIGURED']);
  });
});

describe('maintenance', () => {
  test('[DIALOG-03, SESSION-13] shuts every route to everybody but account managers, with what people are told', async () => {
    const [owner, manager] = [await signedIn(context), await signedIn(context, { role: 'acmng' })];
    const begun = await ask('PUT', '/api/maintenance', manager.headers, { text, until });
    expect(begun.json()).toEqual({ maintenance: { began_at: context.clock.now().toISOString(), text, until } });

    for (const [method, url] of [
      ['GET', '/api/me'],
      ['GET', '/api/contacts'],
      ['GET', '/api/dashboard?from=2026-01-01&to=2026-01-02'],
      ['PUT', '/api/notification/'],
    ] as const) {
      const refused = await ask(method, url, owner.headers);
      expect([url, refused.statusCode, refused.json()]).toEqual([
        url,
        503,
        { code: 'MAINTENANCE', message: 'MAINTENANCE', params: { text, until } },
      ]);
      expect((await ask(method, url, manager.headers)).statusCode).toBe(200);
    }

    await ask('DELETE', '/api/maintenance', manager.headers);
    expect((await ask('GET', '/api/me', owner.headers)).statusCode).toBe(200);
    expect((await ask('GET', '/api/maintenance', manager.headers)).json()).toEqual({ maintenance: null });
  });

  test('lets account managers sign in and nobody else, who may still leave; a wrong password learns nothing', async () => {
    const [owner, manager] = [await signedIn(context, { role: 'adm' }), await createUser(context, { role: 'acmng' })];
    const { headers } = await signedIn(context, { role: 'acmng' });
    await ask('PUT', '/api/maintenance', headers, { text: null, until: null });
    expect((await login(owner.email)).json()).toMatchObject({
      code: 'MAINTENANCE',
      params: { text: null, until: null },
    });
    expect((await login(owner.email, 'wrong password')).json()).toMatchObject({ result: 0 });
    expect((await login(manager.email)).json()).toMatchObject({ result: 1 });
    expect((await ask('POST', '/api/logout', owner.headers)).statusCode).toBe(200);
  });

  test('keeps no answer away: who opens a link of ours answers as before', async () => {
    const { headers } = await signedIn(context, { role: 'acmng' });
    const { token, responseId } = await createInvitations(context);
    await ask('PUT', '/api/maintenance', headers, { text, until });
    const step = { responseId, seq: 1, answers: { score: 9 } };
    const answered = await ask('POST', `/api/answers/${token}`, {}, step);
    expect([answered.statusCode, answered.body]).toEqual([200, answered.body]);
    expect((await ask('GET', `/r/${token}`)).statusCode).toBe(200);
    expect((await ask('GET', '/healthz')).json()).toEqual({ alive: true });
    expect((await ask('GET', '/api/environment')).statusCode).toBe(200);
  });

  test('reaches the other processes within five seconds, and asks the database no more often', async () => {
    const [owner, manager] = [await signedIn(context), await signedIn(context, { role: 'acmng' })];
    const other = await openTestContext();
    const there = () => other.app.inject({ url: '/api/company', headers: owner.headers });
    expect((await there()).statusCode).toBe(200);
    await ask('PUT', '/api/maintenance', manager.headers, { text, until });
    expect((await there()).statusCode).toBe(200);
    other.clock.advance(5_000);
    expect((await there()).json()).toMatchObject({ code: 'MAINTENANCE' });
    await other.close();
  });

  test('begun twice it is one, and says what was said last; its text is for people of all languages', async () => {
    const { headers } = await signedIn(context, { role: 'acmng' });
    await ask('PUT', '/api/maintenance', headers, { text, until: null });
    const began_at = context.clock.now().toISOString();
    context.clock.advance(60_000);
    const again = await ask('PUT', '/api/maintenance', headers, { text: null, until });
    expect(again.json()).toEqual({ maintenance: { began_at, text: null, until } });
    const half = await ask('PUT', '/api/maintenance', headers, { text: { pt: 'Só em português.' }, until });
    expect(half.statusCode).toBe(400);
  });
});

describe('notices of the system', () => {
  const at = (hours: number) => new Date(context.clock.now().getTime() + hours * 3_600_000).toISOString();
  const notice = (severity: string, from: number, to: number) => ({ severity, text, from: at(from), until: at(to) });

  test('[TOPBAR-04] everybody reads those of now, the gravest first; the internal admin also those to come', async () => {
    const [reader, manager] = [
      await signedIn(context, { role: 'dashonly' }),
      await signedIn(context, { role: 'acmng' }),
    ];
    for (const each of [notice('info', -1, 1), notice('critical', -2, 2), notice('warning', 1, 2)])
      expect((await ask('POST', '/api/system-notices', manager.headers, each)).statusCode).toBe(201);

    const severities = async (url: string, headers: object) =>
      (await ask('GET', url, headers)).json().data.map((each: { severity: string }) => each.severity);
    expect(await severities('/api/system-notices', reader.headers)).toEqual(['critical', 'info']);
    expect(await severities('/api/system-notices/all', manager.headers)).toEqual(['critical', 'warning', 'info']);

    context.clock.advance(5_400_000);
    expect(await severities('/api/system-notices', reader.headers)).toEqual(['critical', 'warning']);
    const [{ _id }] = (await ask('GET', '/api/system-notices', reader.headers)).json().data;
    expect((await ask('DELETE', `/api/system-notices/${_id}`, reader.headers)).statusCode).toBe(403);
    expect((await ask('DELETE', `/api/system-notices/${_id}`, manager.headers)).statusCode).toBe(200);
    expect((await ask('DELETE', `/api/system-notices/${_id}`, manager.headers)).statusCode).toBe(404);
    expect(await severities('/api/system-notices', reader.headers)).toEqual(['warning']);
  });

  test('one that is over before it begins, or over already, is refused', async () => {
    const { headers } = await signedIn(context, { role: 'acmng' });
    for (const each of [notice('info', 2, 1), notice('info', -2, -1)])
      expect((await ask('POST', '/api/system-notices', headers, each)).json()).toMatchObject({
        code: 'NOTICE_ENDS_BEFORE',
      });
  });
});

test('[SHELL-01] an installation says what it is called, and nothing where people work', async () => {
  expect((await ask('GET', '/api/environment')).json()).toMatchObject({
    homologation: null,
    support_email: 'suporte@escuta.example',
  });
  const environment = { ...context.config.environment, homologation: 'Homologação', beta_url: 'https://beta.example' };
  const other = await openTestContext({ environment });
  expect((await other.app.inject({ url: '/api/environment' })).json()).toEqual(environment);
  await other.close();
});
