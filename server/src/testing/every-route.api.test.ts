import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { featureOf } from '@escuta/contract/access-policy';
import type { Route } from '@escuta/contract/route';
import { switchColumn, unitFeatures } from '#modules/companies/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, otherUnitOf, signedIn, switchAll, unitOf } from './factories.ts';
import { contractRoutes as routes, guardedRoutes as guarded, linkRoutes } from './routes-of-contract.ts';
import { openTestContext } from './test-context.ts';
import type { TestContext } from './test-context.ts';

let context: TestContext;
let somebody: Awaited<ReturnType<typeof signedIn>>;
let other: Awaited<ReturnType<typeof createCompany>>;
beforeAll(async () => {
  context = await openTestContext();
  await context.app.ready();
  somebody = await signedIn(context);
  other = await createCompany(context);
});
afterAll(() => context.close());

/** Calls a route with an id that nobody has and a body that says nothing. */
async function call({ method, path }: Route, headers: Record<string, string> = {}) {
  const url = `/api${path.replace(/:\w+/g, newId())}`;
  const answer = await context.app.inject({
    method,
    url,
    headers,
    ...(method === 'GET' ? {} : { payload: { nonsense: ['\u0000', { deep: -1 }] } }),
  });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

test('the contract holds routes, and every one is served', async () => {
  expect(routes.length).toBeGreaterThan(20);
  const served = Object.entries((context.app.swagger().paths ?? {}) as Record<string, object>);
  const known = served.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const promised = routes.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(known).toEqual(expect.arrayContaining(promised));
});

describe.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  test('refuses who is not signed in, before anything else', async () => {
    expect(await call(route)).toEqual({ status: 401, code: 'NOT_SIGNED_IN' });
    expect(await call(route, { authorization: 'a token that nobody has' })).toEqual({
      status: 401,
      code: 'NOT_SIGNED_IN',
    });
  });

  test('[ASVS-25] does not know another company or unit, nor a forged one', async () => {
    const { headers } = somebody;
    for (const selected of [other.companyId, newId(), 'not an id', "' OR 1=1"]) {
      expect(await call(route, { ...headers, 'x-empresa-id': selected })).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await call(route, { ...headers, 'x-business-id': other.businessUnitId })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('answers nonsense with a refusal of its own, never with a fault', async () => {
    const { headers } = await signedIn(context);
    const { status } = await call(route, headers);
    expect(status).toBeLessThan(500);
  });
});

test.each(linkRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s refuses a link that we did not sign, before anything else',
  async (_name, route) => {
    expect(await call(route)).toEqual({ status: 404, code: 'LINK_NOT_VALID' });
  },
);

const paged = guarded.filter(
  ({ definition: { query } }) => 'page' in ((query as z.ZodObject | undefined)?.shape ?? {}),
);

describe('a list in pages', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const staff = await signedIn(context, { role: 'acmng', ticketingRole: 'adm', temporaryAccess: true });
    await switchAll(context, staff.companyId, true);
    headers = { ...staff.headers, 'x-business-id': await unitOf(context, staff.companyId) };
  });

  test('are those that the contract says so of', () => {
    expect(paged.length).toBeGreaterThan(15);
  });

  test.each(paged.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '[PAGING-03] %s is told as data and total',
    async (_name, { method, path }) => {
      const answer = await context.app.inject({ method, url: `/api${path}?limit=1`, headers });
      expect(answer.statusCode).toBe(200);
      const { data, total } = answer.json();
      expect([Array.isArray(data), Number.isInteger(total)]).toEqual([true, true]);
      expect(total).toBeGreaterThanOrEqual(data.length);
    },
  );
});

const featured = guarded.flatMap((route) => {
  const feature = featureOf(route.definition.permission);
  return feature ? [[`${route.method} ${route.path}`, route, feature] as const] : [];
});

test('what a screen refuses without its switch, its routes refuse', () => {
  expect(featured.map(([name, , feature]) => `${name} ${feature}`).toSorted()).toEqual([
    'GET /contact-companies/:id/tickets allow_ticketing',
    'GET /contacts/:id/scores nps_enabled',
    'GET /contacts/:id/timeline nps_enabled',
    'GET /insights cf_ai',
    'GET /responses nps_enabled',
    'GET /responses/:id nps_enabled',
    'GET /responses/export nps_enabled',
    'GET /surveys/templates nps_enabled',
    'GET /tickets/cases allow_ticketing',
    'POST /exports/responses nps_enabled',
    'POST /responses/:id/reveals nps_enabled',
    'POST /surveys nps_enabled',
    'POST /surveys/:id/versions nps_enabled',
    'PUT /surveys/:id/draft nps_enabled',
    'PUT /surveys/:id/link nps_enabled',
  ]);
});

test.each(featured)(
  '%s is refused in a unit whose switch is off, and not in the other one',
  async (_name, route, feature) => {
    const { headers, companyId } = await signedIn(context, { ticketingRole: 'adm' });
    await switchAll(context, companyId, true);
    const table = unitFeatures.some((name) => name === feature) ? 'business_units' : 'companies';
    const [unit, otherUnit] = [await unitOf(context, companyId), await otherUnitOf(context, companyId)];
    const id = table === 'companies' ? companyId : unit;
    const turn = (isOn: boolean) =>
      context.database.pool.query(`UPDATE ${table} SET ${switchColumn(feature)} = $1 WHERE id = $2`, [isOn, id]);
    const disabled = { status: 403, code: 'FEATURE_DISABLED' };
    const here = { ...headers, 'x-business-id': unit };
    await turn(false);
    expect(await call(route, here)).toEqual(disabled);
    const elsewhere = await call(route, { ...headers, 'x-business-id': otherUnit });
    expect(elsewhere.code === 'FEATURE_DISABLED').toBe(table === 'companies');
    await turn(true);
    expect(await call(route, here)).not.toEqual(disabled);
  },
);

/** The lists and files that are narrowed by days, with what they ask for besides. */
const byDays = guarded.flatMap((route) => {
  const { query } = route.definition as { query?: z.ZodObject };
  const names = Object.keys(query?.shape ?? {});
  return names.includes('from') && names.includes('to') ? [[route.path, names.includes('format')] as const] : [];
});

test.each(byDays)('GET %s answers for any days that can be written', async (path, isFile) => {
  expect(byDays.length).toBeGreaterThan(5);
  const days = ['0000-01-01', '0001-01-01', '9999-12-31'];
  for (const from of days) {
    for (const to of days) {
      const url = `/api${path}?from=${from}&to=${to}${isFile ? '&format=csv' : ''}`;
      const { statusCode } = await context.app.inject({ url, headers: somebody.headers });
      expect([url, statusCode]).toEqual([url, expect.toBeOneOf([200, 400])]);
    }
  }
});

/** What begins with all that a filter finds, asked with a name that no filter has: left out, it would mean everything. */
const misspelt = { named: 'ana' };
const file = { format: 'csv', language: 'pt' };
test.each([
  ['/bulk-actions/tags', { target: { filter: misspelt }, kind: 'tag', tags: ['VIP'] }],
  ['/bulk-actions/erasures/preview', { target: { filter: misspelt }, kind: 'delete' }],
  ['/bulk-actions/erasures', { target: { filter: misspelt }, kind: 'delete', expected: 1 }],
  ['/contact-lists', { name: 'Quem', from: { filter: misspelt } }],
  ['/exports/contacts', { filter: misspelt, ...file }],
  ['/exports/responses', { filter: misspelt, ...file }],
  ['/exports/sends', { filter: misspelt, ...file }],
] as const)('POST %s refuses a filter with a name that none has', async (path, payload) => {
  const url = `/api${path}`;
  const refused = await context.app.inject({ method: 'POST', url, headers: somebody.headers, payload });
  expect([refused.statusCode, JSON.stringify(refused.json().params)]).toEqual([400, expect.stringMatching(/filter/)]);
  const rightly = JSON.parse(JSON.stringify(payload).replace(JSON.stringify(misspelt), '{}'));
  const taken = await context.app.inject({ method: 'POST', url, headers: somebody.headers, payload: rightly });
  expect(taken.json().code).not.toBe('INVALID_INPUT');
});
