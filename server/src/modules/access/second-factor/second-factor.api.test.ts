import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInAnswer } from '@escuta/contract/access';
import { openSealed } from '#platform/crypto/sealed-text.ts';
import { codeOf, enrolled, wrongCodeOf } from '../../../testing/authenticator.ts';
import { createCompany, createUser, signedIn, testPassword } from '../../../testing/factories.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { openTestContext, testContext } from '../../../testing/test-context.ts';

const context = testContext();
const minute = 60_000;

type Enrolled = Awaited<ReturnType<typeof enrolled>>;
interface From {
  readonly address?: string;
  readonly keepMeLoggedIn?: boolean;
  readonly cookie?: string;
  readonly app?: typeof context.app;
}

async function firstStep({ email }: { email: string }, { address, keepMeLoggedIn = false, cookie, app }: From = {}) {
  const answer = await (app ?? context.app).inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, senha: testPassword, keepMeLoggedIn },
    ...(address ? { remoteAddress: address } : {}),
    ...(cookie ? { headers: { cookie } } : {}),
  });
  return answer.json<SignInAnswer>();
}

async function secondStep(
  { userId }: { userId: string },
  step: string,
  token: string,
  { address, keepMeLoggedIn = false, cookie, app }: From = {},
) {
  const answer = await (app ?? context.app).inject({
    method: 'POST',
    url: '/api/login/authenticator',
    payload: { userId, token, keepMeLoggedIn, step },
    ...(address ? { remoteAddress: address } : {}),
    ...(cookie ? { headers: { cookie } } : {}),
  });
  const device = answer.cookies.find(({ name }) => name === 'escuta_device');
  return {
    status: answer.statusCode,
    ...answer.json<SignInAnswer & { code?: string; params?: { retryAfter?: number } }>(),
    cookie: device ? `${device.name}=${device.value}` : undefined,
  };
}

async function signInWith(user: Enrolled, token: string, from: From = {}) {
  const { step } = await firstStep(user, from);
  return secondStep(user, step?.token ?? '', token, from);
}

const now = () => context.clock.now();
const ask = (headers: Record<string, string>, url = '/api/me') => context.app.inject({ url, headers });

describe('a sign-in with a second factor', () => {
  test('[LOGIN-14, ASVS-15] answers -1 to the right password, and what it gives is no session', async () => {
    const user = await enrolled(context);
    const answer = await firstStep(user);
    expect(answer).toEqual({
      result: -1,
      user: null,
      token: null,
      step: { userId: user.userId, token: expect.stringMatching(/^[\w-]{43}$/), hasPasskey: false },
    });
    const { statusCode } = await ask({ authorization: answer.step?.token ?? '', 'x-empresa-id': user.companyId });
    expect(statusCode).toBe(401);
  });

  test('a wrong password says nothing of it', async () => {
    const user = await enrolled(context);
    const payload = { email: user.email, senha: 'not the password' };
    const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload });
    expect(answer.json()).toEqual({ result: 0, user: null, token: null });
  });

  test('[TOTP-04, ENTITY-01] the right code answers as a login does: user, and a token that opens a session', async () => {
    const user = await enrolled(context);
    const answer = await signInWith(user, codeOf(user.key, now()), { keepMeLoggedIn: true });
    expect(answer).toMatchObject({
      status: 200,
      result: 1,
      user: { _id: user.userId, authenticator_enabled: true },
      token: expect.any(String),
    });
    const me = await ask({ authorization: answer.token ?? '', 'x-empresa-id': user.companyId });
    expect(me.json()).toMatchObject({ _id: user.userId, authenticator_enabled: true });
    // Kept, as the first step was asked to.
    context.clock.advance(3 * 24 * 60 * minute);
    expect((await ask({ authorization: answer.token ?? '', 'x-empresa-id': user.companyId })).statusCode).toBe(200);
  });

  test('[TOTP-08] a wrong code is TOKEN_INVALID, and so is one from a clock that is five minutes off', async () => {
    const user = await enrolled(context);
    const { step } = await firstStep(user);
    const off = (ms: number) => codeOf(user.key, new Date(now().getTime() + ms));
    for (const code of [wrongCodeOf(user.key, now()), off(-5 * minute), off(5 * minute)])
      expect(await secondStep(user, step?.token ?? '', code)).toMatchObject({ status: 422, code: 'TOKEN_INVALID' });
    expect(await secondStep(user, step?.token ?? '', off(0))).toMatchObject({ result: 1 });
  });

  test.each(['12345', '1234567', 'abcdef', ''])('%s is no code', async (token) => {
    const user = await enrolled(context);
    expect(await signInWith(user, token)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });

  test('[ASVS-13] a code is taken once: not again in its step, and none of an earlier step', async () => {
    const user = await enrolled(context);
    const earlier = codeOf(user.key, now());
    context.clock.advance(30_000);
    const code = codeOf(user.key, now());
    expect(await signInWith(user, code)).toMatchObject({ result: 1 });
    expect(await signInWith(user, code)).toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await signInWith(user, earlier)).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('[ASVS-13] of two processes that are given one code at once, one takes it', async () => {
    const other = await openTestContext();
    try {
      const user = await enrolled(context);
      const steps = [await firstStep(user), await firstStep(user)];
      const code = codeOf(user.key, now());
      other.clock.advance(now().getTime() - other.clock.now().getTime());
      const answers = await Promise.all(
        steps.map(({ step }, at) =>
          secondStep(user, step?.token ?? '', code, { app: at === 0 ? context.app : other.app }),
        ),
      );
      expect(answers.map(({ result, code: refused }) => String(result ?? refused)).toSorted()).toEqual([
        '1',
        'TOKEN_INVALID',
      ]);
    } finally {
      await other.close();
    }
  });

  test('[ASVS-14] a first step has five tries, and then not even the right code', async () => {
    const user = await enrolled(context);
    const { step } = await firstStep(user);
    const wrong = wrongCodeOf(user.key, now());
    for (let tries = 0; tries < 5; tries += 1) {
      // From five places, so that no other limit has had enough.
      const answer = await secondStep(user, step?.token ?? '', wrong, { address: `192.0.2.${tries}` });
      expect(answer.code).toBe('TOKEN_INVALID');
    }
    const right = await secondStep(user, step?.token ?? '', codeOf(user.key, now()), { address: '192.0.2.9' });
    expect(right).toMatchObject({ status: 410, code: 'SIGN_IN_STEP_ENDED' });
  });

  test('a first step is good for its user, its length of session, five minutes and one session', async () => {
    const user = await enrolled(context);
    const other = await enrolled(context);
    const { step } = await firstStep(user);
    const token = step?.token ?? '';
    const ended = { status: 410, code: 'SIGN_IN_STEP_ENDED' };
    expect(await secondStep(other, token, codeOf(other.key, now()))).toMatchObject(ended);
    const code = codeOf(user.key, now());
    expect(await secondStep(user, token, code, { keepMeLoggedIn: true })).toMatchObject(ended);
    expect(await secondStep(user, 'a step that nobody began', code)).toMatchObject(ended);
    expect(await secondStep(user, token, code)).toMatchObject({ result: 1 });
    context.clock.advance(30_000);
    expect(await secondStep(user, token, codeOf(user.key, now()))).toMatchObject(ended);

    const late = await firstStep(user);
    context.clock.advance(5 * minute);
    expect(await secondStep(user, late.step?.token ?? '', codeOf(user.key, now()))).toMatchObject(ended);
  });

  test('[ASVS-14] guesses block who guesses, and not the device that the user knows', async () => {
    const user = await enrolled(context);
    const { cookie = '' } = await signInWith(user, codeOf(user.key, now()), { address: '198.51.100.7' });
    context.clock.advance(30_000);

    const thief = { address: '203.0.113.5' };
    const wrong = wrongCodeOf(user.key, now());
    for (let tries = 0; tries < 5; tries += 1)
      expect((await signInWith(user, wrong, thief)).code).toBe('TOKEN_INVALID');
    const blocked = await signInWith(user, codeOf(user.key, now()), thief);
    expect(blocked).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', params: { retryAfter: 15 * 60 } });

    const own = await signInWith(user, codeOf(user.key, now()), { ...thief, cookie });
    expect(own).toMatchObject({ result: 1 });
  });

  test('who was deactivated between the steps does not come in', async () => {
    const user = await enrolled(context);
    const { step } = await firstStep(user);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: now() }).where('id', '=', user.userId).execute(),
    );
    const answer = await secondStep(user, step?.token ?? '', codeOf(user.key, now()));
    expect(answer).toMatchObject({ status: 403, code: 'USER_DEACTIVATED' });
  });
});

describe('recovery codes', () => {
  test('[SETTING-12] ten come with the authenticator, each lets its user in once, and the user is told', async () => {
    const user = await enrolled(context);
    expect(user.recoveryCodes).toHaveLength(10);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = user.recoveryCodes;
    expect(await signInWith(user, first)).toMatchObject({ result: 1 });
    expect(await signInWith(user, first)).toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await signInWith(user, second.replace('-', '').toUpperCase())).toMatchObject({ result: 1 });
    const left = await ask(user.headers, '/api/me/second-factor');
    expect(left.json()).toMatchObject({ recoveryCodesLeft: 8 });
    const subjects = (await queuedMails(context, user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Um código de recuperação foi usado')).toHaveLength(2);
  });

  test('somebody else’s code lets nobody in', async () => {
    const [user, other] = [await enrolled(context), await enrolled(context)];
    expect(await signInWith(user, other.recoveryCodes[0] ?? '')).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('new ones take the place of the old ones, for the password', async () => {
    const user = await enrolled(context);
    const renew = (password: string) =>
      context.app.inject({
        method: 'POST',
        url: '/api/me/recovery-codes',
        headers: user.headers,
        payload: { password },
      });
    expect((await renew('not the password')).json()).toMatchObject({ code: 'PASSWORD_WRONG' });
    const { recoveryCodes } = (await renew(testPassword)).json<{ recoveryCodes: string[] }>();
    expect(await signInWith(user, user.recoveryCodes[0] ?? '')).toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await signInWith(user, recoveryCodes[0] ?? '')).toMatchObject({ result: 1 });
  });

  test('are made for nobody without an authenticator', async () => {
    const { headers, userId } = await signedIn(context);
    const payload = { password: testPassword };
    const asked = await context.app.inject({ method: 'POST', url: '/api/me/recovery-codes', headers, payload });
    expect(asked.json()).toMatchObject({ code: 'NO_AUTHENTICATOR' });
    const { rows } = await context.database.pool.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  test('the database holds neither them nor a hash that can be tried', async () => {
    const user = await enrolled(context);
    const { rows } = await context.database.pool.query(
      'SELECT code_hash::text FROM recovery_codes WHERE user_id = $1',
      [user.userId],
    );
    const code = user.recoveryCodes[0] ?? '';
    const plain = [code, code.replace('-', '')].map((each) => `\\x${createHash('sha256').update(each).digest('hex')}`);
    expect(rows).toHaveLength(10);
    for (const { code_hash: hash } of rows as { code_hash: string }[]) expect(plain).not.toContain(hash);
  });
});

describe('the authenticator', () => {
  const post = (url: string, headers: Record<string, string>, payload: object) =>
    context.app.inject({ method: 'POST', url, headers, payload });
  const confirm = (headers: Record<string, string>, token: string) =>
    context.app.inject({ method: 'PUT', url: '/api/me/authenticator', headers, payload: { token } });

  test('[TOTP-12] is switched on by its first code, which is mailed and audited', async () => {
    const user = await signedIn(context);
    expect((await post('/api/me/authenticator', user.headers, { password: 'wrong' })).json()).toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    const begun = await post('/api/me/authenticator', user.headers, { password: testPassword });
    const { key, uri } = begun.json<{ key: string; uri: string }>();
    expect(new URL(uri).searchParams.get('secret')).toBe(key);
    // Nothing protects the account yet, and nothing asks for a code.
    expect((await ask(user.headers)).json()).toMatchObject({ authenticator_enabled: false });
    expect(await firstStep(user)).toMatchObject({ result: 1 });

    expect((await confirm(user.headers, wrongCodeOf(key, now()))).json()).toMatchObject({ code: 'TOKEN_INVALID' });
    expect((await confirm(user.headers, codeOf(key, now()))).statusCode).toBe(200);
    expect((await ask(user.headers)).json()).toMatchObject({ authenticator_enabled: true });
    expect((await ask(user.headers, '/api/me/second-factor')).json()).toEqual({
      authenticatorSince: now().toISOString(),
      recoveryCodesLeft: 10,
    });
    expect((await queuedMails(context, user.email)).map(({ subject }) => subject)).toEqual([
      'A verificação em duas etapas foi ativada',
    ]);
    expect(await actionsOf(user.companyId)).toContain('second_factor.on');
    // Neither begun nor confirmed over the one that is there.
    for (const again of [
      await post('/api/me/authenticator', user.headers, { password: testPassword }),
      await confirm(user.headers, codeOf(key, now())),
    ])
      expect(again.json()).toMatchObject({ code: 'AUTHENTICATOR_EXISTS' });
  });

  test('the first code has half an hour to come', async () => {
    const user = await signedIn(context);
    const { key } = (await post('/api/me/authenticator', user.headers, { password: testPassword })).json();
    context.clock.advance(31 * minute);
    expect((await confirm(user.headers, codeOf(key, now()))).json()).toMatchObject({ code: 'ENROLMENT_ENDED' });
  });

  test('[ASVS-35] its key is sealed in the database, for this user alone', async () => {
    const user = await enrolled(context);
    const row = await context.database.withSystem((tx) =>
      tx.selectFrom('authenticators').selectAll().where('user_id', '=', user.userId).executeTakeFirstOrThrow(),
    );
    expect(row.sealed_key.toString('latin1')).not.toContain(user.key);
    const open = (owner: string) =>
      openSealed(context.secrets, { purpose: 'authenticators.sealed_key', owner }, row.sealed_key);
    expect(open(user.userId)).toBe(user.key);
    expect(() => open(user.companyId)).toThrow('authenticate');
  });

  test('is switched off with the password and a code, and the password alone signs in again', async () => {
    const user = await enrolled(context);
    const remove = (password: string, token: string) =>
      post('/api/me/authenticator/removal', user.headers, { password, token });
    expect((await remove('wrong', codeOf(user.key, now()))).json()).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect((await remove(testPassword, wrongCodeOf(user.key, now()))).json()).toMatchObject({ code: 'TOKEN_INVALID' });
    const waiting = await firstStep(user);
    expect((await remove(testPassword, codeOf(user.key, now()))).json()).toEqual({ ok: true });
    expect(await firstStep(user)).toMatchObject({ result: 1 });
    expect(await secondStep(user, waiting.step?.token ?? '', user.recoveryCodes[0] ?? '')).toMatchObject({
      code: 'SIGN_IN_STEP_ENDED',
    });
    expect(await actionsOf(user.companyId)).toContain('second_factor.off');
  });

  test('a session that guesses the password is stopped, and no other one', async () => {
    const user = await enrolled(context);
    const renew = (headers: Record<string, string>, password: string) =>
      post('/api/me/recovery-codes', headers, { password });
    for (let tries = 0; tries < 5; tries += 1) await renew(user.headers, `guess ${tries}`);
    expect((await renew(user.headers, testPassword)).statusCode).toBe(429);
    const { token } = await signInWith(user, codeOf(user.key, now()));
    const other = { authorization: token ?? '', 'x-empresa-id': user.companyId };
    expect((await renew(other, testPassword)).statusCode).toBe(200);
  });
});

describe('a reset by an administrator', () => {
  const reset = (headers: Record<string, string>, userId: string) =>
    context.app.inject({ method: 'POST', url: `/api/users/${userId}/second-factor/reset`, headers });

  test('[SETTING-13] takes the second factor and the sessions, is audited and mailed', async () => {
    const user = await enrolled(context, { role: 'ana' });
    const admin = await signedIn(context, { companyId: user.companyId, role: 'adm' });
    expect((await reset(admin.headers, user.userId)).json()).toEqual({ ok: true });
    expect((await ask(user.headers)).statusCode).toBe(401);
    expect(await firstStep(user)).toMatchObject({ result: 1, user: { authenticator_enabled: false } });
    const { rows } = await context.database.pool.query(
      `SELECT actor_id, action, target_id FROM audit_events WHERE company_id = $1 AND action = 'second_factor.reset'`,
      [user.companyId],
    );
    expect(rows).toEqual([{ actor_id: admin.userId, action: 'second_factor.reset', target_id: user.userId }]);
    expect((await queuedMails(context, user.email)).at(-1)?.subject).toBe(
      'Sua verificação em duas etapas foi redefinida',
    );
  });

  test('is for the company’s own people, not for oneself, and not for who stands above', async () => {
    const owner = await enrolled(context);
    const admin = await enrolled(context, { companyId: owner.companyId, role: 'adm' });
    const stranger = await enrolled(context);
    expect((await reset(admin.headers, stranger.userId)).statusCode).toBe(404);
    expect((await reset(admin.headers, admin.userId)).statusCode).toBe(403);
    expect((await reset(admin.headers, owner.userId)).json()).toMatchObject({ code: 'ROLE_ABOVE_OWN' });
    expect((await reset(owner.headers, admin.userId)).statusCode).toBe(200);
    for (const user of [stranger, owner]) expect(await firstStep(user)).toMatchObject({ result: -1 });
    const analyst = await createUser(context, { companyId: owner.companyId, role: 'ana' });
    const { headers } = await signedIn(context, { companyId: owner.companyId, role: 'ana' });
    expect((await reset(headers, analyst.userId)).statusCode).toBe(403);
  });

  test('is refused of people of units that are not one’s own', async () => {
    const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
    const admin = await signedIn(context, { companyId, role: 'adm', units: [businessUnitId] });
    const near = await enrolled(context, { companyId, role: 'ana', units: [businessUnitId] });
    const far = await enrolled(context, { companyId, role: 'ana', units: [otherUnitId] });
    expect((await reset(admin.headers, far.userId)).json()).toMatchObject({ code: 'UNITS_BEYOND_OWN' });
    expect(await firstStep(far)).toMatchObject({ result: -1 });
    expect((await reset(admin.headers, near.userId)).json()).toEqual({ ok: true });
  });
});

async function actionsOf(companyId: string): Promise<string[]> {
  const { rows } = await context.database.pool.query('SELECT action FROM audit_events WHERE company_id = $1', [
    companyId,
  ]);
  return (rows as { action: string }[]).map(({ action }) => action);
}
