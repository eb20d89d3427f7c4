import { beforeAll, describe, expect, test } from 'vitest';
import { can, featureOf, roles, ticketingRoleOf, ticketingRoles } from '@escuta/contract/access-policy';
import type { Capability, Role, TicketingRole } from '@escuta/contract/access-policy';
import type { Route } from '@escuta/contract/route';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, signedIn, switchAll } from './factories.ts';
import { isOfOneself, nameOf, namesNothing, ofNoUnit, requestOf, takesRows } from './route-calls.ts';
import type { Named } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { testContext } from './test-context.ts';
import { createUnitRows } from './unit-rows.ts';

/**
 * Every route as everybody: the nine roles, and the three ticketing roles beside the role that may least. All of them work in
 * one unit of a company and ask for what another company has. A new route is walked as soon as the contract exports it.
 */
const context = testContext();

interface Person {
  readonly name: string;
  readonly role: Role;
  readonly ticketingRole: TicketingRole | null;
}
const people: readonly Person[] = [
  ...roles.map((role) => ({ name: role, role, ticketingRole: ticketingRoleOf(role) ?? null })),
  ...ticketingRoles.map((ticketingRole) => ({
    name: `dashonly and ${ticketingRole} of tickets`,
    role: 'dashonly' as const,
    ticketingRole,
  })),
];

/** What only the other company has: none of it may stand in an answer. */
const secretName = 'Zenóbia Turismo Reservado';
let own: Awaited<ReturnType<typeof createCompany>>;
let other: Named;
let otherHeaders: Record<string, string>;
let secrets: readonly string[];
const headersOf = new Map<string, Record<string, string>>();

beforeAll(async () => {
  own = await createCompany(context);
  for (const person of people) {
    const { role, ticketingRole } = person;
    const { headers } = await signedIn(context, {
      companyId: own.companyId,
      role,
      ...(ticketingRole ? { ticketingRole } : {}),
      units: [own.businessUnitId],
    });
    headersOf.set(person.name, { ...headers, 'x-business-id': own.businessUnitId });
  }
  const { companyId, businessUnitId: unitId } = await createCompany(context, { name: secretName });
  await switchAll(context, companyId, true);
  const { headers } = await signedIn(context, { companyId, ticketingRole: 'adm' });
  otherHeaders = { ...headers, 'x-business-id': unitId };
  const rows = await createUnitRows(context, { companyId, businessUnitId: unitId, headers });
  const { userId } = await signedIn(context, { companyId, role: 'ana' });
  other = { ...rows, companyId, unitId, userId };
  secrets = [secretName, 'zulmira@elsewhere.example', 'O quarto do outro prédio', ...Object.values(other)];
});

/** Ends the session of whoever calls it. */
const walked = guardedRoutes.filter((route) => nameOf(route) !== 'POST /logout');
const named = walked.map((route) => [nameOf(route), route] as const);

async function call(route: Route, headers: Record<string, string>) {
  const { payload, ...request } = requestOf(route, other);
  const answer = await context.app.inject({
    ...request,
    headers,
    ...(route.method === 'GET' ? {} : { payload: payload ?? { nonsense: true } }),
  });
  const code = answer.headers['content-type']?.toString().includes('json') ? answer.json().code : undefined;
  return { status: answer.statusCode, code: code as string | undefined, body: answer.body };
}

function factsOf({ name }: Person, { status, code }: { status: number; code: string | undefined }) {
  return { person: name, status, code };
}

/** What an answer says of the other company. */
function leaksOf({ body }: { body: string }): readonly string[] {
  return secrets.filter((secret) => body.includes(secret));
}

function mayCall({ definition: { permission } }: Route, { role, ticketingRole }: Person): boolean {
  return permission === 'session' || can(role, permission as Capability, ticketingRole);
}

/** Routes that refuse by a rule of their own, beside their permission, everybody of this test. */
const narrower = ['GET /accounts/temporary'];
/** What internal staff see lies across companies (decision 7). */
const isInternal = ({ definition }: Route) => definition.permission === 'internal.admin';
const namesRows = (route: Route) => route.path.includes(':id') || takesRows(route);

describe.each(named)('%s', (_name, route) => {
  const [allowed, refused] = [
    people.filter((each) => mayCall(route, each)),
    people.filter((each) => !mayCall(route, each)),
  ];

  test.skipIf(refused.length === 0)('[ROLE-01, ROLE-09] is refused to who may not call it', async () => {
    for (const person of refused) {
      const answer = await call(route, headersOf.get(person.name)!);
      expect({ ...factsOf(person, answer), leaks: leaksOf(answer) }).toEqual({
        person: person.name,
        status: 403,
        code: 'FORBIDDEN',
        leaks: [],
      });
    }
  });

  test('[ROLE-01] gives who may call it nothing of another company', async () => {
    await switchAll(context, own.companyId, true);
    for (const person of allowed) {
      const answer = await call(route, headersOf.get(person.name)!);
      const facts = factsOf(person, answer);
      expect({ ...facts, isRefused: facts.code === 'FORBIDDEN' }).toEqual({
        ...facts,
        isRefused: narrower.includes(nameOf(route)),
      });
      // What names a row of the other company must fail, and not by a fault; internal staff alone look into companies.
      const fails = namesRows(route) && !isInternal(route);
      expect({ ...facts, asExpected: answer.status >= (fails ? 400 : 200) && answer.status < 500 }).toEqual({
        ...facts,
        asExpected: true,
      });
      expect({ ...facts, leaks: isInternal(route) ? [] : leaksOf(answer) }).toEqual({ ...facts, leaks: [] });
    }
  });

  test('[ROLE-09] answers nobody in a company or a unit that is not theirs', async () => {
    const elsewhere: readonly Record<string, string>[] = [
      { 'x-empresa-id': other.companyId },
      { 'x-empresa-id': other.companyId, 'x-business-id': other.unitId },
      { 'x-business-id': other.unitId },
      { 'x-business-id': own.otherUnitId },
      { 'x-business-id': newId() },
      { 'x-empresa-id': 'forged' },
    ];
    // Every person and every place on every route, and over the routes every person at every place.
    for (const [at, person] of people.entries()) {
      const place = elsewhere[(at + walked.indexOf(route)) % elsewhere.length];
      const answer = await call(route, { ...headersOf.get(person.name)!, ...place });
      expect({ ...factsOf(person, answer), leaks: leaksOf(answer) }).toEqual({
        person: person.name,
        status: 404,
        code: 'NOT_FOUND',
        leaks: [],
      });
    }
  });

  test('asks who calls before anything else', async () => {
    const nobody: Record<string, string>[] = [
      {},
      { authorization: 'forged' },
      { 'x-empresa-id': other.companyId, 'x-business-id': other.unitId },
    ];
    for (const headers of nobody) {
      const answer = await call(route, headers);
      expect(answer).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });
      expect(leaksOf(answer)).toEqual([]);
    }
  });
});

const featured = named.filter(([, route]) => featureOf(route.definition.permission));

test.each(featured)('%s is refused to everybody while its switch is off', async (_name, route) => {
  await switchAll(context, own.companyId, false);
  for (const person of people) {
    const { status, code } = await call(route, headersOf.get(person.name)!);
    const expected = mayCall(route, person) ? 'FEATURE_DISABLED' : 'FORBIDDEN';
    expect({ person: person.name, status, code }).toEqual({ person: person.name, status: 403, code: expected });
  }
});

test('the rows that were asked for are there, for who belongs to them', async () => {
  const reading = walked.filter(
    (route) => route.method === 'GET' && namesRows(route) && !isInternal(route) && !ofNoUnit.includes(nameOf(route)),
  );
  for (const route of reading) {
    const { status } = await call(route, otherHeaders);
    expect([nameOf(route), status]).toEqual([nameOf(route), 200]);
  }
  expect(reading.length).toBeGreaterThan(5);
});

test('every route that changes something says what it takes', () => {
  const silent = walked.filter(
    (route) =>
      route.method !== 'GET' &&
      !route.path.includes(':id') &&
      !isOfOneself(route) &&
      !takesRows(route) &&
      !namesNothing.includes(nameOf(route)),
  );
  expect(silent.map(nameOf)).toEqual(['POST /sends/audience']);
});
