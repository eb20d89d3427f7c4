import { beforeAll, describe, expect, test } from 'vitest';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Route } from '@escuta/contract/route';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, signedIn, switchAll } from './factories.ts';
import { isOfOneself, nameOf, namesNothing, ofNoUnit, requestOf, takesRows } from './route-calls.ts';
import type { Named } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { testContext } from './test-context.ts';
import { createUnitRows } from './unit-rows.ts';

/**
 * Two units of one company, and somebody who may work in both and has selected the first: what the second holds must be
 * absent for them, on every route. A new route that takes an id or a body fails here until it says below what that is.
 */
const context = testContext();

/** What only the internal admin sees lies across companies, and what is a person's own, or about a person, no unit has. */
const isOfUnits = (route: Route) =>
  route.definition.permission !== 'internal.admin' && !isOfOneself(route) && !route.path.startsWith('/users/');
const guarded = guardedRoutes.filter(isOfUnits);
const takesId = guarded.filter((route) => route.path.includes(':id') && !ofNoUnit.includes(nameOf(route)));
const takesBody = guarded.filter(
  (route) => route.method !== 'GET' && !route.path.includes(':id') && !namesNothing.includes(nameOf(route)),
);
/** What a company has for all of its units. */
const ofCompany = [
  'GET /company/settings',
  'GET /company/sign-in',
  'GET /custom-fields',
  'GET /team',
  'GET /sends/channels',
  'GET /notification/',
  'GET /finances',
  'GET /audit-events',
  'GET /audit-events/actors',
  'GET /audit-events/export',
  'GET /company/surveys',
  'GET /privacy-requests',
  'GET /retention-rules',
  'GET /retention-rules/rehearsal',
  'GET /processing-record',
  'GET /sub-processors',
];
/** What everybody is told, and what our own people see of all companies. */
const ofPlatform = [
  'GET /system-notices',
  'GET /accounts/managed',
  'GET /accounts/temporary',
  'GET /accounts/quick',
  'GET /account-access',
];
const lists = guarded.filter(
  (route) =>
    route.method === 'GET' && !route.path.includes(':id') && ![...ofCompany, ...ofPlatform].includes(nameOf(route)),
);

async function twoUnits() {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  await switchAll(context, companyId, true);
  const user = await signedIn(context, { companyId, ticketingRole: 'adm' });
  const headers = { ...user.headers, 'x-business-id': businessUnitId };
  const fill = async (): Promise<Named> => ({
    unitId: otherUnitId,
    companyId,
    userId: user.userId,
    ...(await createUnitRows(context, { companyId, businessUnitId: otherUnitId, headers: user.headers })),
  });
  return { companyId, businessUnitId, otherUnitId, headers, fill };
}

async function call(route: Route, rows: Named | null, headers: Record<string, string>) {
  const request = requestOf(route, rows);
  const answer = await context.app.inject({ ...request, headers: { ...headers, ...request.headers } });
  return { status: answer.statusCode, body: answer.body };
}

/** What the database holds of a unit's rows, as far as a call could change them. */
function rowsOf(companyId: CompanyId, unitId: BusinessUnitId) {
  return context.database.withCompany(companyId, async (tx) => {
    const read = (table: 'contacts' | 'contact_companies' | 'surveys' | 'sends' | 'imports' | 'import_uploads') =>
      tx
        .selectFrom(table)
        .selectAll()
        .where('company_id', '=', companyId)
        .where('business_unit_id', '=', unitId)
        .orderBy('id')
        .execute();
    return [
      await read('contacts'),
      await read('contact_companies'),
      await read('surveys'),
      await read('sends'),
      await read('imports'),
      await read('import_uploads'),
    ];
  });
}

test('every route that takes a body says what it could name in another unit', () => {
  const silent = guarded.filter(
    (route) => route.method !== 'GET' && !takesRows(route) && ![...namesNothing, ...ofNoUnit].includes(nameOf(route)),
  );
  expect(silent.map(nameOf)).toEqual(['POST /sends/audience']);
});

describe.each(takesId.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  test('[CALL-03] finds nothing of another unit of the same company, and works in that unit', async () => {
    const { companyId, businessUnitId, otherUnitId, headers, fill } = await twoUnits();
    const rows = await fill();
    const before = await rowsOf(companyId, otherUnitId);
    const restricted = await signedIn(context, { companyId, units: [businessUnitId], ticketingRole: 'adm' });

    for (const asked of route.path.startsWith('/businesses') ? [restricted.headers] : [headers, restricted.headers]) {
      expect(await call(route, rows, asked)).toMatchObject({ status: 404 });
    }
    expect(await rowsOf(companyId, otherUnitId)).toEqual(before);

    const there = await call(route, rows, { ...headers, 'x-business-id': otherUnitId });
    expect({ ...there, worked: there.status < 300 }).toEqual({ ...there, worked: true });
  });
});

test.each(takesBody.filter(takesRows).map((route) => [nameOf(route), route] as const))(
  '[CALL-03] %s takes nothing that another unit of the same company holds',
  async (_name, route) => {
    const { otherUnitId, headers, fill } = await twoUnits();
    const rows = await fill();
    expect(await call(route, rows, headers)).toMatchObject({ status: 404 });
    expect((await call(route, rows, { ...headers, 'x-business-id': otherUnitId })).status).toBeLessThan(300);
  },
);

test('an audience holds nobody of another unit of the same company', async () => {
  const { headers, otherUnitId, fill } = await twoUnits();
  const rows = await fill();
  const count = async (audience: object, asked: Record<string, string>) =>
    (
      await context.app.inject({
        method: 'POST',
        url: '/api/sends/audience',
        headers: asked,
        payload: { audience, channel: 'email' },
      })
    ).json().contacts;
  const there = { ...headers, 'x-business-id': otherUnitId };
  const audiences = [
    { kind: 'all' },
    { kind: 'search', search: 'zulmira' },
    { kind: 'import', importId: rows.importId },
    { kind: 'contacts', contactIds: [rows.contactId] },
  ];
  for (const audience of audiences) {
    expect({ audience, count: await count(audience, headers) }).toEqual({ audience, count: 0 });
    expect(await count(audience, there)).toBeGreaterThan(0);
  }
});

describe('a list', () => {
  let two: Awaited<ReturnType<typeof twoUnits>>;
  const before = new Map<Route, Awaited<ReturnType<typeof call>>>();
  beforeAll(async () => {
    two = await twoUnits();
    for (const route of lists) before.set(route, await call(route, null, two.headers));
    await two.fill();
  });

  test.each(lists.map((route) => [nameOf(route), route] as const))(
    '[CALL-03] %s answers the same whatever another unit of the same company holds',
    async (name, route) => {
      const { headers, otherUnitId } = two;
      expect(before.get(route)?.status).toBe(200);
      expect(await call(route, null, headers)).toEqual(before.get(route));

      // What does not depend on the unit has nothing to leave out.
      if (['GET /me', 'GET /company', 'GET /businesses'].includes(name)) return;
      const there = await call(route, null, { ...headers, 'x-business-id': otherUnitId });
      expect(there.body).not.toBe(before.get(route)?.body);
    },
  );
});

test('[CALL-03] somebody who is not assigned to a unit cannot select it, nor one that nobody has', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  const { headers } = await signedIn(context, { companyId, units: [businessUnitId] });
  for (const route of guardedRoutes) {
    for (const unit of [otherUnitId, newId()]) {
      const answer = await context.app.inject({
        method: route.method,
        url: `/api${route.path.replace(/:\w+/g, newId())}`,
        headers: { ...headers, 'x-business-id': unit },
      });
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 404]);
    }
  }
});
