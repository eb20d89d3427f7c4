import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from './password.ts';
import { signInLimits } from './sign-in-limits.ts';
import { createUser, testPassword } from '../../testing/factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

let context: TestContext;
/** Another api process on the same database. */
let second: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  second = await openTestContext();
  context.clock.advance(second.clock.now().getTime() - context.clock.now().getTime());
});
afterAll(async () => {
  await context.close();
  await second.close();
});

interface Attempt {
  readonly email: string;
  readonly senha?: string;
  readonly from?: string;
  /** The device cookie that the browser shows. */
  readonly device?: string | undefined;
  readonly at?: TestContext;
}

async function login({ email, senha = testPassword, from = '10.0.0.1', device, at = context }: Attempt) {
  const answer = await at.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, senha },
    remoteAddress: from,
    ...(device ? { cookies: { escuta_device: device } } : {}),
  });
  const cookie = answer.cookies.find(({ name }) => name === 'escuta_device');
  return { status: answer.statusCode, answer, cookie, device: cookie?.value };
}

function pass(ms: number): void {
  for (const { clock } of [context, second]) clock.advance(ms);
}

/** Each test has an address of its own: what is counted stays counted. */
let networks = 0;
function newAddress(): string {
  networks += 1;
  return `10.9.${networks >> 8}.${networks & 255}`;
}

function fail(times: number, attempt: (index: number) => Attempt) {
  return Promise.all(Array.from({ length: times }, (_, index) => login({ senha: 'wrong', ...attempt(index) })));
}

describe('an account and an address', () => {
  test('[LOGIN-16] are blocked together after five failures, and told for how many seconds', async () => {
    const user = await createUser(context);
    const from = newAddress();
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await login({ email: user.email, senha: 'wrong', from })).answer.json()).toMatchObject({ result: 0 });
    }

    const { answer } = await login({ email: user.email, from });

    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: 15 * 60 } });
    expect(answer.headers['retry-after']).toBe(String(15 * 60));
  });

  test('leave the account free elsewhere, and others free at the address', async () => {
    const [user, neighbour] = [await createUser(context), await createUser(context)];
    const from = newAddress();
    await fail(5, () => ({ email: user.email, from }));
    expect((await login({ email: user.email, from })).status).toBe(429);
    expect((await login({ email: user.email, from: newAddress() })).answer.json()).toMatchObject({ result: 1 });
    expect((await login({ email: neighbour.email, from })).answer.json()).toMatchObject({ result: 1 });
  });

  test('count an unknown account like a known one', async () => {
    const from = newAddress();
    const email = 'nobody-at-all@test.example';
    const seen = (await fail(6, () => ({ email, from }))).map(({ status }) => status);
    expect(seen.filter((status) => status === 429)).toHaveLength(1);
  });

  test('twenty tries at once on two processes are five tries: the rest is turned away unseen', async () => {
    const user = await createUser(context);
    const from = newAddress();
    const tries = await fail(20, (index) => ({ email: user.email, from, at: index % 2 === 0 ? context : second }));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(15);
    for (const at of [context, second]) expect((await login({ email: user.email, from, at })).status).toBe(429);
  });

  test('are free again after their time', async () => {
    const user = await createUser(context);
    const from = newAddress();
    await fail(5, () => ({ email: user.email, from }));
    pass(signInLimits.pair.blockMs);
    expect((await login({ email: user.email, from })).status).toBe(200);
  });

  test('count the failures of one window: those of before it are forgotten', async () => {
    const user = await createUser(context);
    const from = newAddress();
    await fail(4, () => ({ email: user.email, from }));
    pass(signInLimits.pair.windowMs + 1);
    await fail(4, () => ({ email: user.email, from }));
    expect((await login({ email: user.email, from })).answer.json()).toMatchObject({ result: 1 });
  });
});

describe('an account', () => {
  test('[ASVS-37] is blocked for strangers after fifty failures in an hour from many addresses, for an hour', async () => {
    const user = await createUser(context);
    const tries = await fail(55, () => ({ email: user.email, from: newAddress() }));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(50);

    const stranger = await login({ email: user.email, from: newAddress() });
    expect(stranger.answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: 3_600 } });
    pass(signInLimits.account.blockMs);
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(200);
  });

  test('keeps the failures of others when its user comes in from a new device', async () => {
    const user = await createUser(context);
    await fail(49, () => ({ email: user.email, from: newAddress() }));
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(200);
    // The right password has taken its own try back: one is left.
    const [last] = await fail(1, () => ({ email: user.email, from: newAddress() }));
    expect(last?.status).toBe(200);
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(429);
  });
});

describe('an address', () => {
  test('[ASVS-37] is blocked after fifty failures, whoever it tries to be', async () => {
    const user = await createUser(context);
    const from = newAddress();
    await fail(50, (index) => ({ email: `guess-${index}-${from}@test.example`, from }));
    expect((await login({ email: user.email, from })).status).toBe(429);
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(200);
  });

  test('is the /64 of IPv6: another address of the same subscriber is no other', async () => {
    const user = await createUser(context);
    await fail(50, (index) => ({
      email: `six-${index}@test.example`,
      from: `2001:db8:${process.pid.toString(16)}:1::${(index + 1).toString(16)}`,
    }));
    const network = `2001:db8:${process.pid.toString(16)}`;
    expect((await login({ email: user.email, from: `${network}:1:ffff::1` })).status).toBe(429);
    expect((await login({ email: user.email, from: `${network}:2::1` })).status).toBe(200);
  });

  test('is not used up by right passwords, nor is the account', async () => {
    const user = await createUser(context);
    const from = newAddress();
    for (let sitting = 0; sitting < 55; sitting += 1)
      expect((await login({ email: user.email, from })).status).toBe(200);
    await fail(4, () => ({ email: user.email, from }));
    expect((await login({ email: user.email, from })).answer.json()).toMatchObject({ result: 1 });
  });
});

describe('a device that has signed in before', () => {
  test('comes in whatever strangers did to the account, to the pair and to the address', async () => {
    const user = await createUser(context);
    const from = newAddress();
    const { device } = await login({ email: user.email, from });
    await fail(5, () => ({ email: user.email, from }));
    await fail(50, (index) => ({ email: `flood-${index}-${from}@test.example`, from }));
    await fail(50, () => ({ email: user.email, from: newAddress() }));
    expect((await login({ email: user.email, from })).status).toBe(429);
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(429);

    for (const at of [context, second]) {
      expect((await login({ email: user.email, from, device, at })).answer.json()).toMatchObject({ result: 1 });
    }
  });

  test('has five failures of its own, wherever it is; other devices of the user go on', async () => {
    const user = await createUser(context);
    const { device } = await login({ email: user.email });
    const { device: other } = await login({ email: user.email });
    const seen = await fail(8, () => ({ email: user.email, from: newAddress(), device }));
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await login({ email: user.email, device })).status).toBe(429);
    expect((await login({ email: user.email, device: other })).status).toBe(200);
    expect((await login({ email: user.email, from: newAddress() })).status).toBe(200);
  });

  test('forgets its failures when its user comes in', async () => {
    const user = await createUser(context);
    const { device } = await login({ email: user.email });
    for (let round = 0; round < 2; round += 1) {
      await fail(4, () => ({ email: user.email, device }));
      expect((await login({ email: user.email, device })).status).toBe(200);
    }
  });

  test('is known by a cookie that no script reads, that lasts, and that names and opens nothing', async () => {
    const user = await createUser(context);
    const { cookie } = await login({ email: user.email });
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 400 * 24 * 3_600 });
    expect(cookie?.secure).toBeUndefined();
    expect(cookie?.value).not.toContain(user.userId);
    const value = String(cookie?.value);
    const me = await context.app.inject({ url: '/api/me', cookies: { escuta_device: value, escuta_session: value } });
    expect(me.statusCode).toBe(401);
  });

  /** Blocks strangers at an address, so that coming in from there proves that the device was known. */
  async function blockStrangers(email: string): Promise<string> {
    const from = newAddress();
    await fail(5, () => ({ email, from }));
    return from;
  }

  test('of one user is a stranger to another, and one that nobody signed is a stranger to all', async () => {
    const [user, other] = [await createUser(context), await createUser(context)];
    const { device = '' } = await login({ email: user.email });
    const fromOther = await blockStrangers(other.email);
    const from = await blockStrangers(user.email);
    expect((await login({ email: other.email, from: fromOther, device })).status).toBe(429);
    const [id = '', mark = ''] = device.split('.');
    const wrongMark = `${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
    for (const forged of [`${id}.${wrongMark}`, id, `${id}.`, `${'A'.repeat(43)}.${mark}`, 'x'.repeat(5_000)])
      expect((await login({ email: user.email, from, device: forged })).status).toBe(429);
    expect((await login({ email: user.email, from, device })).status).toBe(200);
  });

  test('may have several users, up to eight; the one of longest ago is forgotten', async () => {
    const users = await Promise.all(Array.from({ length: 9 }, () => createUser(context)));
    let device: string | undefined;
    for (const { email } of users) ({ device } = await login({ email, device }));
    const [first = '', next = ''] = users.map(({ email }) => email);
    expect((await login({ email: first, from: await blockStrangers(first), device })).status).toBe(429);
    expect((await login({ email: next, from: await blockStrangers(next), device })).status).toBe(200);
  });

  test('is a stranger again when the password changes', async () => {
    const user = await createUser(context);
    const { device } = await login({ email: user.email });
    const from = await blockStrangers(user.email);
    const password_hash = await hashPassword('Another@Password2');
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ password_hash }).where('id', '=', user.userId).execute(),
    );
    expect((await login({ email: user.email, senha: 'Another@Password2', from, device })).status).toBe(429);
  });
});
