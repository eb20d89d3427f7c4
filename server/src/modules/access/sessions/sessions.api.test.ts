import { describe, expect, test } from 'vitest';
import type { Session } from '@escuta/contract/sessions';
import { createUser, signedIn, testPassword } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const minute = 60_000;
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

async function enter({ email, companyId }: { email: string; companyId: string }, userAgent: string, address: string) {
  const payload = { email, senha: testPassword };
  const headers = { 'user-agent': userAgent };
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/login',
    payload,
    headers,
    remoteAddress: address,
  });
  return { authorization: answer.json<{ token: string }>().token, 'x-empresa-id': companyId };
}

const ask = (headers: Record<string, string>, url = '/api/me', remoteAddress = '127.0.0.1') =>
  context.app.inject({ url, headers, remoteAddress });
const list = async (headers: Record<string, string>) =>
  (await ask(headers, '/api/me/sessions')).json<{ data: Session[] }>().data;
const end = (headers: Record<string, string>, id = '') =>
  context.app.inject({ method: 'DELETE', url: `/api/me/sessions${id && `/${id}`}`, headers });

async function audited(companyId: string) {
  const ended = `SELECT actor_id, after FROM audit_events WHERE company_id = $1 AND action = 'session.revoked' ORDER BY id`;
  return (await context.database.pool.query(ended, [companyId])).rows;
}

describe('the sessions of a user', () => {
  test('[SETTING-11] are listed with browser, system, address and times, the one that asks first', async () => {
    const user = await createUser(context);
    const began = context.clock.now();
    const desk = await enter(user, chrome, '198.51.100.1');
    context.clock.advance(10 * minute);
    await enter(user, iphone, '203.0.113.9');
    await ask(desk, '/api/me', '198.51.100.77');
    expect(await list(desk)).toEqual([
      {
        _id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        address: '198.51.100.77',
        beganAt: began.toISOString(),
        lastSeenAt: context.clock.now().toISOString(),
        isCurrent: true,
      },
      expect.objectContaining({ browser: 'Safari', system: 'iOS', address: '203.0.113.9', isCurrent: false }),
    ]);
  });

  test('their last use is written every five minutes at most', async () => {
    const user = await createUser(context);
    const headers = await enter(user, chrome, '198.51.100.1');
    const began = context.clock.now().toISOString();
    context.clock.advance(5 * minute - 1);
    await ask(headers);
    expect((await list(headers))[0]?.lastSeenAt).toBe(began);
    context.clock.advance(1);
    await ask(headers);
    expect((await list(headers))[0]?.lastSeenAt).toBe(context.clock.now().toISOString());
  });

  test('[SETTING-11] one is ended, and the others go on', async () => {
    const user = await createUser(context);
    const [here, there, third] = [
      await enter(user, chrome, '198.51.100.1'),
      await enter(user, iphone, '198.51.100.2'),
      await enter(user, iphone, '198.51.100.3'),
    ];
    const gone = (await list(here)).find(({ address }) => address === '198.51.100.2');
    expect((await end(here, gone?._id)).json()).toEqual({ ok: true });
    expect((await ask(there)).statusCode).toBe(401);
    expect((await ask(third)).statusCode).toBe(200);
    expect(await list(here)).toHaveLength(2);
    expect((await end(here, gone?._id)).statusCode).toBe(404);
  });

  test('[SETTING-11] all others are ended at once', async () => {
    const user = await createUser(context);
    const here = await enter(user, chrome, '198.51.100.1');
    const others = [await enter(user, iphone, '198.51.100.2'), await enter(user, iphone, '198.51.100.3')];
    expect((await end(here)).json()).toEqual({ ended: 2 });
    await expect.poll(() => audited(user.companyId)).toEqual([{ actor_id: user.userId, after: { sessions: 2 } }]);
    for (const headers of others) expect((await ask(headers)).statusCode).toBe(401);
    expect(await list(here)).toHaveLength(1);
  });

  test('nobody sees or ends somebody else’s, not even of the same company', async () => {
    const user = await signedIn(context);
    const colleague = await signedIn(context, { companyId: user.companyId });
    const [own] = await list(user.headers);
    expect(await list(colleague.headers)).toHaveLength(1);
    expect((await end(colleague.headers, own?._id)).statusCode).toBe(404);
    expect((await end(colleague.headers)).json()).toEqual({ ended: 0 });
    expect((await ask(user.headers)).statusCode).toBe(200);
  });

  test('one that nobody has used for a working day is over and is no longer listed; one in use goes on', async () => {
    const user = await createUser(context);
    const [used, idle] = [await enter(user, chrome, '198.51.100.1'), await enter(user, iphone, '198.51.100.2')];
    let headers = used;
    for (let hours = 0; hours < 8; hours += 1) {
      context.clock.advance(60 * minute);
      const { headers: answered } = await ask(headers);
      headers = {
        ...headers,
        ...(answered['authorization'] ? { authorization: String(answered['authorization']) } : {}),
      };
    }
    expect((await ask(headers)).statusCode).toBe(200);
    expect((await ask(idle)).statusCode).toBe(401);
    expect(await list(headers)).toHaveLength(1);
  });
});
