import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { keptSessionLifeMs, previousTokenLifeMs, rotateAfterMs } from './session.ts';
import { createCompany, createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

const lines: string[] = [];
const log = createLog('api', 'info', { write: (line: string) => void lines.push(line) });

let context: TestContext;
/** Another api process on the same database. */
let second: TestContext;
beforeAll(async () => {
  context = await openTestContext({}, log);
  second = await openTestContext({}, log);
  context.clock.advance(second.clock.now().getTime() - context.clock.now().getTime());
});
afterAll(async () => {
  await context.close();
  await second.close();
});

function pass(ms: number): void {
  for (const { clock } of [context, second]) clock.advance(ms);
}

interface Ask {
  readonly token: string;
  readonly at?: TestContext;
  readonly headers?: Record<string, string>;
}

async function me({ token, at = context, headers = {} }: Ask) {
  const answer = await at.app.inject({ url: '/api/me', headers: { ...headers, authorization: token } });
  const replacement = answer.headers['authorization'];
  return { status: answer.statusCode, code: answer.json().code, replacement };
}

/** Lets the token grow old, and calls once: the token that comes back, or the same. */
async function replace(token: string): Promise<string> {
  pass(rotateAfterMs);
  const { status, replacement } = await me({ token });
  expect(status).toBe(200);
  expect(replacement).toEqual(expect.any(String));
  expect(replacement).not.toBe(token);
  return String(replacement);
}

describe('a token that has been replaced', () => {
  test('[ASVS-18] lives 30 s more, for calls already under way, and not a moment longer', async () => {
    const { token } = await signedIn(context);
    const replacement = await replace(token);
    pass(30_000 - 1);
    const together = await Promise.all([context, second, context, second].map((at) => me({ token, at })));
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await me({ token: replacement, at: second })).status).toBe(200);
    pass(1);
    expect(await me({ token })).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });
  });

  test('gives whoever shows it in its time the same new one: an answer that was lost is no session that is', async () => {
    const { token } = await signedIn(context);
    // The answer of this call never comes.
    const replacement = await replace(token);
    pass(previousTokenLifeMs - 1);
    const again = await Promise.all([context, second].map((at) => me({ token, at })));
    expect(again.map((answer) => answer.replacement)).toEqual([replacement, replacement]);
    pass(1);
    expect(await me({ token: String(replacement) })).toMatchObject({ status: 200, replacement: undefined });
  });

  test('is replaced once by many calls at once, on two processes, and each is told the new one', async () => {
    const { token } = await signedIn(context);
    pass(rotateAfterMs);
    const calls = await Promise.all([context, second, context, second, context].map((at) => me({ token, at })));
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const replacements = new Set(calls.map(({ replacement }) => replacement));
    expect([...replacements]).toEqual([expect.any(String)]);
    pass(previousTokenLifeMs);
    for (const replacement of replacements)
      expect((await me({ token: String(replacement), at: second })).status).toBe(200);
  });

  test('[ASVS-19] ends its session when it is shown after its time: who holds the new one is out too, everywhere', async () => {
    const { token, userId } = await signedIn(context);
    const replacement = await replace(token);
    pass(previousTokenLifeMs);
    expect((await me({ token: replacement })).status).toBe(200);
    lines.length = 0;

    expect(await me({ token, at: second })).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });

    for (const at of [context, second]) expect((await me({ token: replacement, at })).status).toBe(401);
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toMatchObject([
      { level: 'warn', event: 'session_token_reused', userId },
      { event: 'session_refused', userId, reason: 'ended' },
      { event: 'session_refused', userId, reason: 'ended' },
    ]);
  });

  test('[ASVS-19] is recognized however often its session has gone on since', async () => {
    const { token } = await signedIn(context);
    const last = await replace(await replace(await replace(token)));
    expect((await me({ token: last })).status).toBe(200);
    expect((await me({ token })).status).toBe(401);
    expect((await me({ token: last })).status).toBe(401);
  });

  test('ends no other session of the user', async () => {
    const user = await signedIn(context);
    const login = { email: user.email, senha: testPassword };
    const other = await context.app.inject({ method: 'POST', url: '/api/login', payload: login });
    await replace(user.token);
    pass(previousTokenLifeMs);
    expect((await me({ token: user.token })).status).toBe(401);
    expect((await me({ token: other.json().token })).status).toBe(200);
  });
});

test('a call for a company or a unit of others replaces nothing: the new token could not be handed out', async () => {
  const { token } = await signedIn(context);
  const { companyId, businessUnitId } = await createCompany(context);
  pass(rotateAfterMs);
  const selected: Record<string, string>[] = [{ 'x-empresa-id': companyId }, { 'x-business-id': businessUnitId }];
  for (const headers of selected) {
    expect(await me({ token, headers })).toEqual({ status: 404, code: 'NOT_FOUND', replacement: undefined });
  }
  pass(previousTokenLifeMs);
  expect((await me({ token })).replacement).toEqual(expect.any(String));
});

test('a call that the role does not allow hands the new token out all the same', async () => {
  const { headers } = await signedIn(context, { role: 'dashonly' });
  pass(rotateAfterMs);
  const refused = await context.app.inject({ url: '/api/contacts', headers });
  expect(refused.statusCode).toBe(403);
  pass(previousTokenLifeMs);
  expect((await me({ token: String(refused.headers['authorization']) })).status).toBe(200);
});

describe('in production', () => {
  let production: TestContext;
  beforeAll(async () => {
    production = await openTestContext({ production: true });
  });
  afterAll(() => production.close());

  async function signIn(keepMeLoggedIn: boolean) {
    const { email, companyId } = await createUser(production);
    const payload = { email, senha: testPassword, keepMeLoggedIn };
    const answer = await production.app.inject({ method: 'POST', url: '/api/login', payload });
    const headers = { 'x-empresa-id': companyId, authorization: 'cookie' };
    return { answer, headers, cookie: sessionCookie(answer) };
  }

  function sessionCookie(answer: { cookies: { name: string; value: string; maxAge?: number }[] }) {
    return answer.cookies.find(({ name }) => name.endsWith('escuta_session'));
  }

  test('[LOGIN-12] the cookie of a kept session keeps what is left of its 30 days at each replacement', async () => {
    const { headers, cookie } = await signIn(true);
    expect(cookie?.maxAge).toBe(keptSessionLifeMs / 1_000);
    production.clock.advance(rotateAfterMs);
    const cookies = { [String(cookie?.name)]: String(cookie?.value) };
    const replaced = sessionCookie(await production.app.inject({ url: '/api/me', headers, cookies }));
    expect(replaced?.value).not.toBe(cookie?.value);
    expect(replaced?.maxAge).toBe((keptSessionLifeMs - rotateAfterMs) / 1_000);
  });

  test('the cookie of a session that is not kept ends with the browser', async () => {
    const { headers, cookie } = await signIn(false);
    expect(cookie?.maxAge).toBeUndefined();
    production.clock.advance(rotateAfterMs);
    const cookies = { [String(cookie?.name)]: String(cookie?.value) };
    const replaced = sessionCookie(await production.app.inject({ url: '/api/me', headers, cookies }));
    expect(replaced?.value).toEqual(expect.any(String));
    expect(replaced?.maxAge).toBeUndefined();
  });
});
