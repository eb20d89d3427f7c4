// cspell:ignore webauthn
import { describe, expect, test } from 'vitest';
import { passkeysMax } from '@escuta/contract/passkeys';
import type { Asserted, Passkey } from '@escuta/contract/passkeys';
import { codeOf, enrolled } from '../../../testing/authenticator.ts';
import { signedIn, testPassword } from '../../../testing/factories.ts';
import { PasskeyDevice } from '../../../testing/passkey-device.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { testContext } from '../../../testing/test-context.ts';
import { challengeLifeMs } from './challenge.ts';
import { holding } from '../../../testing/holding.ts';
import { meets } from '../../../testing/meets.ts';

const context = testContext();
type Headers = Record<string, string>;
type User = Awaited<ReturnType<typeof signedIn>>;

async function post(path: string, payload: object, headers: Headers = {}) {
  const answer = await context.app.inject({ method: 'POST', url: `/api${path}`, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const newDevice = () => new PasskeyDevice(context.config.publicUrl);
const optionsFor = async ({ headers }: Pick<User, 'headers'>) =>
  (await post('/me/passkeys/options', { password: testPassword }, headers)).body.options;
const keep = ({ headers }: Pick<User, 'headers'>, credential: object, name = 'Chave da Rita') =>
  post('/me/passkeys', { name, credential }, headers);
const askToSignIn = async (step: object = {}) => (await post('/login/passkey/options', step)).body.options;
const signIn = (credential: Asserted) => post('/login/passkey', { credential });

/** Somebody with a passkey, made through the routes. */
async function withKey<T extends Pick<User, 'headers'>>(user: T) {
  const device = newDevice();
  const kept = await keep(user, device.register(await optionsFor(user)));
  expect(kept.status).toBe(201);
  return { ...user, device, passkey: kept.body as Passkey };
}

const refused = { status: 422, body: { code: 'PASSKEY_NOT_VALID' } };

describe('a passkey', () => {
  test('that was made signs its user in without a password, as often as they like', async () => {
    const { device, userId, passkey, headers } = await withKey(await signedIn(context));
    await withKey(await signedIn(context));
    expect(passkey).toMatchObject({ name: 'Chave da Rita', lastUsedAt: null, synced: false });
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await signIn(device.assert(await askToSignIn()));
      expect([status, body]).toMatchObject([200, { result: 1, user: { _id: userId } }]);
      const me = await context.app.inject({ url: '/api/me', headers: { authorization: body.token } });
      expect(me.json()).toMatchObject({ _id: userId });
    }
    const list = await context.app.inject({ url: '/api/me/passkeys', headers });
    expect(list.json().data).toMatchObject([{ _id: passkey._id, lastUsedAt: context.clock.now().toISOString() }]);
  });

  test('is made only by who gives the password, and told of by mail', async () => {
    const user = await signedIn(context);
    expect((await post('/me/passkeys/options', { password: 'not it' }, user.headers)).body.code).toBe('PASSWORD_WRONG');
    expect((await post('/me/passkeys/options', {}, user.headers)).body.code).toBe('PASSWORD_WRONG');
    await withKey(user);
    expect(await queuedMails(context, user.email)).toHaveLength(1);
    // It is the user's, wherever they work.
    const { rows } = await context.database.pool.query(
      `SELECT actor_id, business_unit_id FROM audit_events WHERE company_id = $1 AND action = 'passkey.created'`,
      [user.companyId],
    );
    expect(rows).toEqual([{ actor_id: user.userId, business_unit_id: null }]);
  });

  test('beyond those that a user may have is neither begun nor kept', async () => {
    const user = await signedIn(context);
    const before = await optionsFor(user);
    for (let made = 0; made < passkeysMax; made += 1) await withKey(user);
    const tooMany = { status: 409, body: { code: 'TOO_MANY_PASSKEYS' } };
    expect(await post('/me/passkeys/options', { password: testPassword }, user.headers)).toMatchObject(tooMany);
    expect(await keep(user, newDevice().register(before))).toMatchObject(tooMany);
  });

  test('is kept for one user: nobody else registers it, nor the same one again', async () => {
    const { device, ...user } = await withKey(await signedIn(context));
    const other = await signedIn(context);
    for (const who of [user, other]) {
      const again = await keep(who, device.register(await optionsFor(who)));
      expect([again.status, again.body.code]).toEqual([409, 'PASSKEY_EXISTS']);
    }
  });

  test.each([
    ['for another site', { rpId: 'evil.example' }],
    ['by a page of another origin', { origin: 'https://evil.example' }],
    ['by a page of another port', { origin: 'http://localhost:1' }],
    ['without its user verified', { isVerified: false }],
    ['as an answer to a sign-in', { type: 'webauthn.get' }],
  ])('made %s is refused', async (_what, lie) => {
    const user = await signedIn(context);
    expect(await keep(user, newDevice().register(await optionsFor(user), lie))).toMatchObject(refused);
    expect((await context.app.inject({ url: '/api/me/passkeys', headers: user.headers })).json().data).toEqual([]);
  });

  test('made for the challenge of somebody else, of a sign-in, one that is over or one that nobody gave is refused', async () => {
    const user = await signedIn(context);
    const colleague = await signedIn(context, { companyId: user.companyId });
    const stranger = await signedIn(context);
    const own = await optionsFor(user);
    const forged = { challenge: Buffer.alloc(56, 7).toString('base64url') };
    const changed = { challenge: `${own.challenge.slice(0, 4)}AAAA${own.challenge.slice(8)}` };
    const challenges = [await optionsFor(colleague), await optionsFor(stranger), await askToSignIn(), forged, changed];
    for (const options of challenges) expect(await keep(user, newDevice().register(options))).toMatchObject(refused);
    context.clock.advance(challengeLifeMs - 1);
    const inTime = newDevice().register(own);
    context.clock.advance(1);
    expect(await keep(user, inTime)).toMatchObject(refused);
  });
});

describe('a sign-in with a passkey', () => {
  test('that is shown again is refused, also at once, and with another challenge that was answered', async () => {
    const { device } = await withKey(await signedIn(context));
    const asserted = device.assert(await askToSignIn());
    const both = await Promise.all([signIn(asserted), signIn(asserted)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await signIn(asserted)).toMatchObject(refused);
    // One challenge, answered twice by the key itself.
    const options = await askToSignIn();
    expect((await signIn(device.assert(options))).status).toBe(200);
    expect(await signIn(device.assert(options))).toMatchObject(refused);
  });

  test.skipIf(!meets)('that was proved at the same time as another of the same key is refused', async () => {
    const { device, passkey } = await withKey(await signedIn(context));
    const both = [device.assert(await askToSignIn()), device.assert(await askToSignIn())];
    // Both have read the counter before either writes it.
    const answers = await holding(
      context,
      (holder) => holder.query('SELECT FROM passkeys WHERE id = $1 FOR UPDATE', [passkey._id]),
      async (areWaiting) => {
        const signIns = both.map(signIn);
        await areWaiting(2);
        return signIns;
      },
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('whose key does not count cannot be shown again either', async () => {
    const { device } = await withKey(await signedIn(context));
    const asserted = device.assert(await askToSignIn(), { counter: 0 });
    expect((await signIn(asserted)).status).toBe(200);
    expect(await signIn(asserted)).toMatchObject(refused);
    expect((await signIn(device.assert(await askToSignIn(), { counter: 0 }))).status).toBe(200);
  });

  test('whose counter stands still or goes back is refused: the key was copied', async () => {
    const { device } = await withKey(await signedIn(context));
    expect((await signIn(device.assert(await askToSignIn(), { counter: 40 }))).status).toBe(200);
    for (const counter of [40, 39, 1, 0])
      expect(await signIn(device.assert(await askToSignIn(), { counter }))).toMatchObject(refused);
    expect((await signIn(device.assert(await askToSignIn(), { counter: 41 }))).status).toBe(200);
  });

  test.each([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['on a page of our name without its port', { origin: 'http://localhost' }],
    ['without its user verified', { isVerified: false }],
    ['as an answer to a registration', { type: 'webauthn.create' }],
  ])('given %s is refused', async (_what, lie) => {
    const { device } = await withKey(await signedIn(context));
    expect(await signIn(device.assert(await askToSignIn(), lie))).toMatchObject(refused);
    expect((await signIn(device.assert(await askToSignIn()))).status).toBe(200);
  });

  test('with a challenge that is over, of a registration, or that nobody gave is refused', async () => {
    const { device, ...user } = await withKey(await signedIn(context));
    const late = device.assert(await askToSignIn());
    context.clock.advance(challengeLifeMs);
    expect(await signIn(late)).toMatchObject(refused);
    const forged = { challenge: Buffer.alloc(56, 9).toString('base64url') };
    for (const options of [await optionsFor(user), forged, { challenge: '' }])
      expect(await signIn(device.assert(options))).toMatchObject(refused);
  });

  test('is no other user’s: neither with their credential and another key, nor with a signature that was changed', async () => {
    const [one, other] = [await withKey(await signedIn(context)), await withKey(await signedIn(context))];
    const asserted = one.device.assert(await askToSignIn());
    const swapped = { ...asserted, id: other.device.id, rawId: other.device.id };
    expect(await signIn(swapped)).toMatchObject(refused);
    const changed = { ...asserted.response, signature: Buffer.alloc(70, 48).toString('base64url') };
    expect(await signIn({ ...asserted, response: changed })).toMatchObject(refused);
    expect(await signIn(newDevice().assert(await askToSignIn()))).toMatchObject(refused);
    // Who says in it that they are somebody else is the one whose key it is.
    const claimed = { ...asserted.response, userHandle: Buffer.from(other.userId).toString('base64url') };
    expect((await signIn({ ...asserted, response: claimed })).body).toMatchObject({ user: { _id: one.userId } });
  });

  test('with one that was removed is refused, and others of its user go on', async () => {
    const { device, passkey, ...user } = await withKey(await signedIn(context));
    const { device: second } = await withKey(user);
    const stranger = await signedIn(context);
    const remove = (headers: Headers, password = testPassword) =>
      post(`/me/passkeys/${passkey._id}/removal`, { password }, headers);
    expect((await remove(stranger.headers)).status).toBe(404);
    expect((await remove(user.headers, 'not it')).body.code).toBe('PASSWORD_WRONG');
    expect((await signIn(device.assert(await askToSignIn()))).status).toBe(200);
    const before = device.assert(await askToSignIn());
    expect((await remove(user.headers)).status).toBe(200);
    expect(await signIn(before)).toMatchObject(refused);
    expect(await signIn(device.assert(await askToSignIn()))).toMatchObject(refused);
    expect((await signIn(second.assert(await askToSignIn()))).status).toBe(200);
  });

  test('with one that an administrator took away with the second factor is refused', async () => {
    const user = await withKey(await enrolled(context, { role: 'ana' }));
    const { headers } = await signedIn(context, { companyId: user.companyId, role: 'adm' });
    expect((await post(`/users/${user.userId}/second-factor/reset`, {}, headers)).status).toBe(200);
    expect(await signIn(user.device.assert(await askToSignIn()))).toMatchObject(refused);
  });

  test('of who is deactivated, or whose company asks for its provider, is refused by that name, and only with the key', async () => {
    const { device, userId, companyId } = await withKey(await signedIn(context));
    const required = { federated_login: 'required', federated_tenant: 'https://login.example' } as const;
    await context.database.withSystem((tx) =>
      tx.updateTable('companies').set(required).where('id', '=', companyId).execute(),
    );
    expect((await signIn(device.assert(await askToSignIn()))).body.code).toBe('MSAL_AUTH');
    await context.database.withSystem(async (tx) => {
      const off = { federated_login: 'off', federated_tenant: null } as const;
      await tx.updateTable('companies').set(off).where('id', '=', companyId).execute();
      const users = tx.updateTable('users').set({ deactivated_at: context.clock.now() });
      await users.where('id', '=', userId).execute();
    });
    expect((await signIn(device.assert(await askToSignIn()))).body.code).toBe('USER_DEACTIVATED');
    const wrong = device.assert(await askToSignIn(), { origin: 'https://evil.example' });
    expect(await signIn(wrong)).toMatchObject(refused);
  });
});

describe('a passkey as the second step', () => {
  async function begun() {
    const user = await withKey(await enrolled(context));
    const { body } = await post('/login', { email: user.email, senha: testPassword });
    const step: string = body.step.token;
    const options = await askToSignIn({ userId: user.userId, step });
    const finish = (credential: Asserted, as = user.userId) =>
      post('/login/authenticator/passkey', { userId: as, credential, step });
    const askAgain = () => post('/login/passkey/options', { userId: user.userId, step });
    return { ...user, step, options, finish, askAgain };
  }
  const ended = { status: 410, body: { code: 'SIGN_IN_STEP_ENDED' } };

  test('takes the place of the code, once', async () => {
    const { device, options, finish, userId } = await begun();
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const asserted = device.assert(options);
    expect((await finish(asserted)).body).toMatchObject({ result: 1, user: { _id: userId } });
    expect((await finish(asserted)).body.code).toBe('SIGN_IN_STEP_ENDED');
  });

  test('is one of the user who gave the password, for the challenge of this very step', async () => {
    const { device, options, finish, headers } = await begun();
    const other = await begun();
    expect(await finish(other.device.assert(options))).toMatchObject(refused);
    expect(await finish(device.assert(other.options))).toMatchObject(refused);
    expect(await finish(device.assert(await askToSignIn()))).toMatchObject(refused);
    expect((await finish(device.assert(options), other.userId)).body.code).toBe('SIGN_IN_STEP_ENDED');
    // What was asked for in a step signs nobody in by itself.
    expect(await signIn(device.assert(options))).toMatchObject(refused);
    expect((await finish(device.assert(options))).body.result).toBe(1);
    expect((await context.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
  });

  test('has five tries and five minutes, with those of the code', async () => {
    const { device, options, finish, askAgain, step, ...user } = await begun();
    for (const one of Array.from({ length: 5 }, newDevice))
      expect(await finish(one.assert(options))).toMatchObject(refused);
    expect(await finish(device.assert(options))).toMatchObject(ended);
    expect(await askAgain()).toMatchObject(ended);
    const code = { userId: user.userId, step, token: codeOf(user.key, context.clock.now()) };
    expect(await post('/login/authenticator', code)).toMatchObject(ended);

    const late = await begun();
    context.clock.advance(5 * 60_000);
    expect(await late.finish(late.device.assert(late.options))).toMatchObject(ended);
    expect(await late.askAgain()).toMatchObject(ended);
  });
});
