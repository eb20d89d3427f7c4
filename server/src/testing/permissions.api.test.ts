import { beforeAll, describe, expect, test } from 'vitest';
import { roles, ticketingRoles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { createCompany, signedIn, switchAll } from './factories.ts';
import { nameOf, requestOf } from './route-calls.ts';
import type { Named } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { testContext } from './test-context.ts';
import { createUnitRows } from './unit-rows.ts';

/** What each role may do in the areas that exist (areas §4.0), asked for over HTTP with rows that are there. */
const context = testContext();

let rows: Named;
const headersOf = new Map<string, Record<string, string>>();

beforeAll(async () => {
  const { companyId, businessUnitId: unitId } = await createCompany(context);
  await switchAll(context, companyId, true);
  const unit = { 'x-business-id': unitId };
  for (const role of roles) {
    const { headers } = await signedIn(context, { companyId, role, ...(role === 'pdv' ? { units: [unitId] } : {}) });
    headersOf.set(role, { ...headers, ...unit });
  }
  const own = headersOf.get('own')!;
  const { userId } = await signedIn(context, { companyId, role: 'ana' });
  rows = {
    ...(await createUnitRows(context, { companyId, businessUnitId: unitId, headers: own })),
    companyId,
    unitId,
    userId,
  };
});

/** Who is let in, by the calls of a requirement. A call that is let in may fail for another reason: it did what it does before. */
async function rolesLetIn(name: string): Promise<Role[]> {
  const route = guardedRoutes.find((each) => nameOf(each) === name);
  if (!route) throw new Error(`${name} is no route`);
  const letIn: Role[] = [];
  for (const role of roles) {
    const answer = await context.app.inject({ ...requestOf(route, rows), headers: headersOf.get(role)! });
    expect([200, 201, 202, 400, 403, 409, 415, 422]).toContain(answer.statusCode);
    if (answer.statusCode !== 403 || answer.json().code !== 'FORBIDDEN') letIn.push(role);
  }
  return letIn;
}

const administrators = ['own', 'adm', 'acmng'];
const managers = [...administrators, 'ana'];
const inOrder = (some: readonly string[]) => roles.filter((role) => some.includes(role));

test('[PERMS-02] comments and responses open to who may read them, and to nobody else', async () => {
  for (const route of ['GET /dashboard/comments', 'GET /responses', 'GET /responses/:id'])
    expect([route, await rolesLetIn(route)]).toEqual([route, inOrder([...managers, 'pdv', 'readonly'])]);
});

test('the team opens to own, adm and acmng alone', async () => {
  expect(await rolesLetIn('GET /team')).toEqual(administrators);
});

const ask = async (role: string, url: string) => {
  const answer = await context.app.inject({ url: `/api${url}`, headers: headersOf.get(role)! });
  return { status: answer.statusCode, body: answer.body, json: answer.json() };
};

test('[PERMS-02] notesonly and dashonly get no comment and no identity, whatever they may call', async () => {
  const secrets = ['O quarto do outro prédio', 'zulmira@elsewhere.example', 'Maria da Silva'];
  for (const role of ['notesonly', 'dashonly']) {
    for (const route of guardedRoutes.filter(({ method }) => method === 'GET')) {
      const { body } = await context.app.inject({ ...requestOf(route, rows), headers: headersOf.get(role)! });
      expect([role, nameOf(route), secrets.filter((secret) => body.includes(secret))]).toEqual([
        role,
        nameOf(route),
        [],
      ]);
    }
  }
  expect((await ask('own', '/responses')).body).toContain(secrets[0]);
});

test('[PERMS-11] plan and usage open to the roles of the settings, the account to own, adm and acmng alone', async () => {
  for (const role of roles) {
    const { status, json } = await ask(role, '/finances');
    const may = !['dashonly', 'agent'].includes(role);
    expect([role, status]).toEqual([role, may ? 200 : 403]);
    const account = administrators.includes(role) ? { users: roles.length + 1, pendingPayment: false } : null;
    expect([role, json.account ?? null]).toEqual([role, account]);
  }
});

test('[PERMS-13] pdv gets what its own units hold, and nothing of another unit', async () => {
  const company = await createCompany(context);
  await switchAll(context, company.companyId, true);
  const { companyId, businessUnitId, otherUnitId } = company;
  const owner = await signedIn(context, { companyId });
  const pdv = await signedIn(context, { companyId, role: 'pdv', units: [businessUnitId] });
  const elsewhere = { companyId, businessUnitId: otherUnitId, headers: owner.headers };
  const there = await createUnitRows(context, elsewhere);
  const here = await createUnitRows(context, { companyId, businessUnitId, headers: owner.headers });
  const get = (url: string, headers = pdv.headers) => context.app.inject({ url: `/api${url}`, headers });

  expect((await get('/businesses')).json().data.map(({ _id }: { _id: string }) => _id)).toEqual([businessUnitId]);
  for (const [list, id] of [
    ['/contacts', 'contactId'],
    ['/responses', 'responseId'],
    ['/surveys', 'surveyId'],
  ] as const) {
    const { body } = await get(list);
    expect([list, body.includes(here[id]), body.includes(there[id])]).toEqual([list, true, false]);
    expect((await get(list, { ...pdv.headers, 'x-business-id': otherUnitId } as never)).statusCode).toBe(404);
  }
  expect((await get(`/contacts/${there.contactId}`)).statusCode).toBe(404);
  // What stands over units counts the own ones alone.
  expect((await get('/finances')).json().usage).toMatchObject({ units: 1, responses: 1 });
  expect((await get('/finances', owner.headers)).json().usage).toMatchObject({ units: 2, responses: 2 });
});

describe('[PERMS-15] readonly', () => {
  /**
   * Not what is a user's own, as to leave or to have read what one was told, nor the preview of a message, whose question does not
   * fit into an address.
   */
  const ofOneself = ['session', 'notifications.read'];
  const writing = guardedRoutes.filter(
    (route) =>
      route.method !== 'GET' &&
      !ofOneself.includes(route.definition.permission) &&
      nameOf(route) !== 'POST /sends/message',
  );

  test.each(writing.map((route) => [nameOf(route), route] as const))('is refused by %s', async (_name, route) => {
    const answer = await context.app.inject({ ...requestOf(route, rows), headers: headersOf.get('readonly')! });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  });

  test.each([
    '/dashboard?from=2026-01-01&to=2026-12-31',
    '/dashboard/comments?from=2026-01-01&to=2026-12-31',
    '/contacts',
    '/responses',
    '/surveys',
    '/analytics',
    '/insights',
  ])('sees %s', async (url) => {
    expect((await ask('readonly', url)).status).toBe(200);
  });
});

test('[PERMS-17] a ticketing role opens tickets, and nothing else that its role does not', async () => {
  const { companyId } = rows;
  const plain = await signedIn(context, { companyId, role: 'dashonly' });
  const statuses = async (headers: Record<string, string>) => {
    const found: Record<string, number> = {};
    for (const route of guardedRoutes.filter((each) => nameOf(each) !== 'POST /logout')) {
      const { statusCode } = await context.app.inject({
        ...requestOf(route, rows),
        headers: { ...headers, 'x-business-id': rows.unitId },
      });
      found[nameOf(route)] = statusCode;
    }
    return found;
  };
  const before = await statuses(plain.headers);
  for (const ticketingRole of ticketingRoles) {
    const { headers } = await signedIn(context, { companyId, role: 'dashonly', ticketingRole });
    // Who reads no contacts finds no company of contacts, whoever works on tickets.
    const opened = { 'GET /tickets/cases': 200, 'GET /contact-companies/:id/tickets': 404 };
    expect(await statuses(headers)).toEqual({ ...before, ...opened });
  }
});
