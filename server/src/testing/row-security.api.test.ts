import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import type { Route } from '@escuta/contract/route';
import { registerRoutes } from '../main/routes.ts';
import { authenticator } from '#modules/access/index.ts';
import { openLinkAccess } from '#modules/responses/index.ts';
import type { Database } from '#platform/db/database.ts';
import { createApp } from '#platform/http/app.ts';
import type { App } from '#platform/http/app.ts';
import { createCompany, signedIn, switchAll } from './factories.ts';
import { isOfOneself, nameOf, requestOf, takesRows } from './route-calls.ts';
import type { Named } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { testContext } from './test-context.ts';
import { createUnitRows } from './unit-rows.ts';

/**
 * The application's own filter taken away (decision 0035). Somebody asks for what is theirs, so that every condition of every
 * statement names their company and lets it through; but the transaction was opened for another company. What keeps the rows
 * back is the row-level security of the database, and nothing else.
 */
const context = testContext();

let app: App;
let rows: Named;
let headers: Record<string, string>;
let secrets: readonly string[];
let bystander: CompanyId;

beforeAll(async () => {
  const { companyId, businessUnitId, name } = await createCompany(context, { name: 'Zenóbia Turismo Reservado' });
  await switchAll(context, companyId, true);
  const user = await signedIn(context, { companyId, ticketingRole: 'adm' });
  headers = { ...user.headers, 'x-business-id': businessUnitId };
  const made = await createUnitRows(context, { companyId, businessUnitId, headers: user.headers });
  const { userId } = await signedIn(context, { companyId, role: 'ana' });
  rows = { ...made, companyId, unitId: businessUnitId, userId };
  secrets = [name, 'zulmira@elsewhere.example', 'O quarto do outro prédio', ...Object.values(rows)];

  ({ companyId: bystander } = await createCompany(context));
  const { database } = context;
  const misled: Database = {
    ...database,
    withCompany: (_asked, work, limits) => database.withCompany(bystander, work, limits),
    callInCompany: (_asked, call, options) => database.callInCompany(bystander, call, options),
  };
  app = await createApp({
    database: misled,
    // Who calls is found out as always: only what follows is misled.
    authenticate: authenticator(context),
    links: openLinkAccess(context),
    logger: false,
    production: false,
    trustedProxies: context.config.trustedProxies,
    publicUrl: context.config.publicUrl,
  });
  registerRoutes(app, { ...context, database: misled });
  await app.ready();
});
afterAll(() => app.close());

/** What lies across companies has policies of its own: who calls, and what internal staff see. */
const walked = guardedRoutes.filter(
  (route) =>
    !isOfOneself(route) && nameOf(route) !== 'POST /logout' && route.definition.permission !== 'internal.admin',
);

async function call(through: Pick<App, 'inject'>, route: Route) {
  const { payload, ...request } = requestOf(route, rows);
  const answer = await through.inject({
    ...request,
    headers,
    ...(route.method === 'GET'
      ? {}
      : { payload: payload ?? { name: 'Stolen', email: 'stolen@example.com', tel: null } }),
  });
  return { status: answer.statusCode, leaks: secrets.filter((secret) => answer.body.includes(secret)) };
}

/** Everything that the database holds of a company and of the bystander, as the count and the text of its rows in each table. */
async function everythingHeld(): Promise<unknown> {
  const { pool } = context.database;
  everyTable ??= (
    await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);
  const sums = everyTable.map(
    (
      name,
    ) => `SELECT '${name}' AS table, company_id, count(*)::int, md5(string_agg(held::text, '|' ORDER BY held::text))
      FROM ${name} AS held WHERE company_id = ANY($1) GROUP BY company_id`,
  );
  const { rows: held } = await pool.query(`${sums.join(' UNION ALL ')} ORDER BY 1, 2`, [[rows.companyId, bystander]]);
  return held;
}
let everyTable: readonly string[] | undefined;
/** What was held after the last call: nothing else writes between two. */
let heldBefore: unknown;

describe.each(walked.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  test('gives and changes nothing of a company in a transaction of another one', async () => {
    const before = heldBefore ?? (await everythingHeld());
    const { status, leaks } = await call(app, route);
    heldBefore = await everythingHeld();
    const namesRows = route.path.includes(':id') || takesRows(route);
    expect({ status, leaks, isRefused: !namesRows || status >= 400 }).toEqual({ status, leaks: [], isRefused: true });
    expect(heldBefore).toEqual(before);
  });
});

const listing = [
  'GET /contacts',
  'GET /contact-companies',
  'GET /responses',
  'GET /surveys',
  'GET /queues',
  'GET /imports',
  'GET /tickets/cases',
];

test.each(walked.filter((route) => listing.includes(nameOf(route))).map((route) => [nameOf(route), route] as const))(
  'the same call of %s finds its rows in a transaction of its own',
  async (_name, route) => {
    const { status, leaks } = await call(context.app, route);
    expect([status, leaks.length > 0]).toEqual([200, true]);
  },
);

test('without the policies the walk would have found them', async () => {
  const contacts = walked.find((route) => nameOf(route) === 'GET /contacts')!;
  const turn = (state: string) => context.database.pool.query(`ALTER TABLE contacts ${state} ROW LEVEL SECURITY`);
  await turn('DISABLE');
  try {
    const { leaks } = await call(app, contacts);
    expect(leaks).toContain(rows.contactId);
  } finally {
    await turn('ENABLE');
  }
  expect(await call(app, contacts)).toEqual({ status: 200, leaks: [] });
});
