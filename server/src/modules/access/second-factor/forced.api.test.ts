import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '@escuta/contract/route';
import { newId } from '#platform/crypto/ids.ts';
import { enrolled, forceSecondFactor } from '../../../testing/authenticator.ts';
import { signedIn } from '../../../testing/factories.ts';
import { guardedRoutes } from '../../../testing/routes-of-contract.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

/** The way to a second factor, the way out, and what the shell around them is drawn with. */
const open = [
  'GET /company',
  'GET /businesses',
  'GET /me',
  'GET /me/second-factor',
  'POST /logout',
  'POST /me/authenticator',
  'PUT /me/language',
  'PUT /me/authenticator',
];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const closed = guardedRoutes.filter((route) => !open.includes(nameOf(route)));

async function call({ method, path }: Route, headers: Record<string, string>) {
  const url = `/api${path.replace(/:\w+/g, newId())}`;
  const answer = await context.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

describe('a company that asks for a second factor', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const user = await signedIn(context);
    await forceSecondFactor(context, user.userId);
    ({ headers } = user);
  });

  const named = closed.map((route) => [nameOf(route), route] as const);
  test.each(named)('[ASVS-16] %s is refused to who has none, before anything else', async (_name, route) => {
    expect(await call(route, headers)).toEqual({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
  });

  test('leaves the way to one open, and nothing else', async () => {
    const found = guardedRoutes.filter(({ definition }) => definition.withoutSecondFactor).map(nameOf);
    expect(found.toSorted()).toEqual(open.toSorted());
    const me = await context.app.inject({ url: '/api/me', headers });
    expect(me.json()).toMatchObject({ authenticator_enabled: false, _empresa: { force_authenticator: true } });
  });

  test('lets everybody work who has one', async () => {
    const user = await enrolled(context);
    await forceSecondFactor(context, user.userId);
    expect((await context.app.inject({ url: '/api/contacts', headers: user.headers })).statusCode).toBe(200);
  });
});

test('a company that does not ask for one refuses nobody for it', async () => {
  const { headers } = await signedIn(context);
  expect((await context.app.inject({ url: '/api/contacts', headers })).statusCode).toBe(200);
});
