import { expect, test } from 'vitest';
import { createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import { keptSessionLifeMs, previousTokenLifeMs } from './session.ts';

const context = testContext();

function exchange(token: string, app = context.app) {
  return app.inject({ method: 'POST', url: '/api/login/token', headers: { authorization: token, 'x-empresa-id': '' } });
}

const me = (token: string) => context.app.inject({ url: '/api/me', headers: { authorization: token } });

test('[SHELL-04] a token of an address is exchanged once: who shows it later ends the session', async () => {
  const { token, userId } = await signedIn(context);
  const exchanged = (await exchange(token)).json<{ token: string; user: { _id: string } }>();
  expect(exchanged.user._id).toBe(userId);
  expect(exchanged.token).not.toBe(token);
  expect((await me(exchanged.token)).statusCode).toBe(200);
  expect((await exchange(token)).json()).toMatchObject({ code: 'NOT_SIGNED_IN' });
  // Nor does another route give the new one to whoever has read the old one in the address.
  const after = await me(token);
  expect([after.statusCode, after.headers['authorization']]).toEqual([200, undefined]);
  context.clock.advance(previousTokenLifeMs + 1);
  expect((await me(token)).statusCode).toBe(401);
  expect((await me(exchanged.token)).statusCode).toBe(401);
});

test('in production the browser gets a cookie and the page a marker only', async () => {
  const { token } = await signedIn(context);
  const production = await openTestContext({ production: true });
  const answer = await exchange(token, production.app);
  expect(answer.json()).toMatchObject({ token: 'cookie' });
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ name: '__Host-escuta_session', httpOnly: true, secure: true });
  expect((await me(cookie!.value)).statusCode).toBe(200);
  await production.close();
});

test('in production a session that is kept goes on being kept, and another ends with its window', async () => {
  const { email } = await createUser(context);
  const production = await openTestContext({ production: true });
  const cookieOf = async (keepMeLoggedIn: boolean) => {
    const payload = { email, senha: testPassword, keepMeLoggedIn };
    const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload });
    return (await exchange(answer.json<{ token: string }>().token, production.app)).cookies[0];
  };
  const kept = (await cookieOf(true))?.maxAge ?? 0;
  expect(Math.abs(kept - keptSessionLifeMs / 1_000)).toBeLessThan(60);
  expect(await cookieOf(false)).not.toHaveProperty('maxAge');
  await production.close();
});
