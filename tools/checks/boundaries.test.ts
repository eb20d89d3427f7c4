import { describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries/check.ts';
import { findCycles } from './boundaries/cycles.ts';
import { modules, platform } from './boundaries/table.ts';

/** A small project in which everything keeps to the rules. */
const clean = {
  'contract/src/sends.ts': `import { z } from 'zod';\nimport type { Route } from './route.ts';\nexport const Send = z.object({});`,
  'contract/src/route.ts': `export interface Route { path: string }`,
  'server/src/platform/db/database.ts': `import { Pool } from 'pg';\nimport { Send } from '@escuta/contract/sends';\nexport const pool = [Pool, Send];`,
  'server/src/platform/http/implement.ts': `import Fastify from 'fastify';\nexport const app = Fastify();`,
  'server/src/modules/contacts/index.ts': `export { findContact } from './find-contact.ts';`,
  'server/src/modules/contacts/find-contact.ts': `import { pool } from '#platform/db/database.ts';\nexport const findContact = () => pool;`,
  'server/src/modules/sends/index.ts': `export { scheduleSend } from './schedule-send.ts';\nexport type { State } from './send.ts';`,
  'server/src/modules/sends/send.ts': `import type { Send } from '@escuta/contract/sends';\nimport type { Item } from './item.ts';\nexport type State = Send | Item;`,
  'server/src/modules/sends/item.ts': `export interface Item { id: string }`,
  'server/src/modules/sends/schedule-send.ts': `import { findContact } from '#modules/contacts/index.ts';\nimport type { State } from './send.ts';\nexport const scheduleSend = (): State => findContact();`,
  'server/src/modules/sends/routes.ts': `import type { FastifyInstance } from 'fastify';\nimport { app } from '#platform/http/implement.ts';\nimport { scheduleSend } from './schedule-send.ts';\nexport const routes = (one: FastifyInstance) => [one, app, scheduleSend];`,
  'server/src/modules/sends/sends.api.test.ts': `import { expect } from 'vitest';\nimport { startApp } from '../../testing/app.ts';\nexpect(startApp);`,
  'server/src/testing/app.ts': `import { api } from '../main/api.ts';\nexport const startApp = api;`,
  'server/src/main/api.ts': `import { routes } from '#modules/sends/routes.ts';\nimport { render } from '@escuta/respond';\nexport const api = [routes, render];`,
  'server/src/demo/load-demo.ts': `import { writeContacts } from '#modules/contacts/demo/write-contacts.ts';\nexport const load = writeContacts;`,
  'server/src/modules/contacts/demo/write-contacts.ts': `import { names } from './person-names.ts';\nexport const writeContacts = names;`,
  'server/src/modules/contacts/demo/person-names.ts': `export const names = ['Ana'];`,
  'respond/src/render.tsx': `import { Scale } from './components/Scale.tsx';\nexport const render = Scale;`,
  'respond/src/components/Scale.tsx': `import type { Send } from '@escuta/contract/sends';\nexport const Scale = (props: Send) => props;`,
  'respond/src/components/index.tsx': `export { Scale } from './Scale.tsx';`,
  'respond/src/island.ts': `import type { Send } from '@escuta/contract/sends';\nexport const start = (send: Send) => send;`,
  'web/src/main.tsx': `import { router } from './app/router.tsx';\nrouter();`,
  'web/src/app/router.tsx': `import { sendsRoutes } from '#web/features/sends/routes.tsx';\nexport const router = () => sendsRoutes;`,
  'web/src/features/sends/routes.tsx': `import { DataTable } from '#web/ui/DataTable.tsx';\nexport const sendsRoutes = [DataTable, () => import('./SendsPage.tsx')];`,
  'web/src/features/sends/SendsPage.tsx': `import { Scale } from '@escuta/respond/components';\nexport const SendsPage = Scale;`,
  'web/src/features/contacts/ContactsPage.tsx': `export const ContactsPage = 1;`,
  'web/src/ui/DataTable.tsx': `import { call } from '#web/lib/call.ts';\nexport const DataTable = call;`,
  'server/src/modules/sends/queries.ts': `import { sql } from 'kysely';\nexport const a = (tx) => [tx.selectFrom('sends as s').innerJoin('send_items', 'a', 'b'), sql\`SELECT FROM sends -- FROM contacts\nWHERE uuid_v7() IS DISTINCT FROM contacts.id\`];`,
  'server/src/platform/events/outbox.ts': `import { sql } from 'kysely';\nexport const a = sql\`DELETE FROM outbox\`;`,
  'db/functions/ids.sql': 'CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid',
  'db/functions/contacts.sql':
    'CREATE OR REPLACE FUNCTION mark_contacts() AS $$ WITH surveys AS (SELECT uuid_v7() FROM contacts) SELECT FROM surveys $$;' +
    'CREATE OR REPLACE FUNCTION mark_contacts_answered() AS $$ SELECT FROM contacts $$',
  'db/schema.sql': 'CREATE TABLE contacts (\nCREATE TABLE sends (',
  'web/src/lib/call.ts': `import { Send } from '@escuta/contract/sends';\nexport const call = Send;`,
};

/** Checks the clean project with some files put in or changed; tells the rules broken, in which file. */
function check(planted: Record<string, string>): string[] {
  const violations = checkBoundaries(new Map(Object.entries({ ...clean, ...planted })));
  return violations.map(({ rule, file }) => `${rule} ${file}`);
}

const act = 'server/src/modules/sends/schedule-send.ts';
const contract = 'contract/src/sends.ts';
const rules = 'server/src/modules/sends/send.ts';
const page = 'web/src/features/sends/SendsPage.tsx';
const island = 'respond/src/island.ts';

/** One planted violation each: what it breaks, its rule, its file, the source planted there. */
const planted: [string, number, string, string][] = [
  ['the contract imports a library', 1, contract, `import dayjs from 'dayjs';`],
  ['the contract imports a built-in', 1, contract, `import { randomUUID } from 'node:crypto';`],
  [
    'the contract imports the server',
    1,
    contract,
    `import type { pool } from '../../server/src/platform/db/database.ts';`,
  ],
  [
    'platform imports a module',
    1,
    'server/src/platform/db/seed.ts',
    `import { findContact } from '#modules/contacts/index.ts';`,
  ],
  [
    'platform imports a type of a module',
    1,
    'server/src/platform/db/seed.ts',
    `type A = import('#modules/contacts/index.ts').A;`,
  ],
  [
    'a module calls one outside its row',
    2,
    'server/src/modules/contacts/find-contact.ts',
    `import { x } from '#modules/surveys/index.ts';`,
  ],
  ['a module reaches inside another', 2, act, `import { findContact } from '#modules/contacts/find-contact.ts';`],
  ['a module reaches inside another by a path', 2, act, `import { findContact } from '../contacts/find-contact.ts';`],
  [
    'a module reaches inside another lazily',
    2,
    act,
    `export const late = () => import('../contacts/find-contact.ts');`,
  ],
  [
    'a module re-exports the inside of another',
    2,
    act,
    `export { findContact } from '../contacts/find-contact.ts';\nexport const a = 1;`,
  ],
  [
    'a test reaches inside another module',
    2,
    'server/src/modules/sends/send.test.ts',
    `import { a } from '../contacts/find-contact.ts';`,
  ],
  ['a module without a row', 2, 'server/src/modules/plans/index.ts', `export { a } from './act.ts';`],
  ['an act imports an entry point', 3, act, `import { routes } from './routes.ts';`],
  ['an act imports the entry point of its jobs', 3, act, `import type { jobs } from './jobs.ts';`],
  ['an act knows Fastify', 3, act, `import type { FastifyRequest } from 'fastify';`],
  ['an act knows a Fastify plugin', 3, act, `import multipart from '@fastify/multipart';`],
  ['an act knows node:http', 3, act, `import { request } from 'node:http';`],
  ['an act knows the HTTP plumbing', 3, act, `import { app } from '#platform/http/implement.ts';`],
  ['a rule file imports the plumbing', 4, rules, `import { pool } from '#platform/db/database.ts';`],
  ['a rule file imports a library', 4, rules, `import { z } from 'zod';`],
  ['a rule file imports an act', 4, rules, `import type { a } from './cancel-send.ts';`],
  ['a rule file imports another module', 4, rules, `import { findContact } from '#modules/contacts/index.ts';`],
  ['a module imports main', 5, act, `import { all } from '../../main/all.ts';`],
  ['a main file grows', 5, 'server/src/main/worker.ts', 'wire();\n'.repeat(61)],
  [
    'code imports what is of the demo',
    5,
    'server/src/modules/contacts/find-contact.ts',
    `import { names } from './demo/person-names.ts';`,
  ],
  [
    'the demo of a module knows the order of all',
    5,
    'server/src/modules/contacts/demo/person-names.ts',
    `import { load } from '../../../demo/load-demo.ts';`,
  ],
  ['code imports what is for tests', 5, act, `import { seed } from '../../testing/seed.ts';`],
  ['web code imports what is for tests', 5, page, `import { seed } from '../../testing/seed.ts';`],
  ['web code imports what the contract has for tests', 5, page, `import { a } from '@escuta/contract/testing/a';`],
  ['ui imports a feature', 6, 'web/src/ui/Card.tsx', `import { SendsPage } from '#web/features/sends/SendsPage.tsx';`],
  ['lib imports a feature', 6, 'web/src/lib/links.ts', `import { SendsPage } from '../features/sends/SendsPage.tsx';`],
  ['lib imports the app', 6, 'web/src/lib/links.ts', `import { start } from '../app/start.tsx';`],
  ['a feature imports another', 6, page, `import { ContactsPage } from '../contacts/ContactsPage.tsx';`],
  [
    'a feature imports another lazily',
    6,
    page,
    `export const a = () => import('#web/features/contacts/ContactsPage.tsx');`,
  ],
  ['a feature imports the app', 6, page, `import { start } from '#web/app/start.tsx';`],
  ['web imports the server', 7, page, `import type { pool } from '../../../../server/src/platform/db/database.ts';`],
  ['web imports the server through its alias', 7, page, `import type { pool } from '#platform/db/database.ts';`],
  [
    'respond imports the server',
    7,
    'respond/src/render.tsx',
    `import type { A } from '../../server/src/a.ts';\nexport const a = 1;`,
  ],
  [
    'respond imports the web',
    7,
    'respond/src/render.tsx',
    `import { DataTable } from '../../web/src/ui/DataTable.tsx';`,
  ],
  ['the inbox imports the server', 7, 'inbox/src/inbox.tsx', `import type { A } from '../../server/src/a.ts';`],
  ['a workspace goes round the package name', 7, page, `import { Send } from '../../../../contract/src/sends.ts';`],
  ['the server imports the web', 7, act, `import { call } from '../../../../web/src/lib/call.ts';`],
  ['respond carries zod', 7, 'respond/src/components/Scale.tsx', `import { z } from 'zod';`],
  ['the island imports the contract at run time', 7, island, `import { Send } from '@escuta/contract/sends';`],
  ['the island imports React', 7, island, `import { useState } from 'react';`],
  ['a file named utils', 8, 'web/src/lib/utils.ts', `export const a = 1;`],
  ['a folder named helpers', 8, 'server/src/modules/sends/helpers/dates.ts', `export const a = 1;`],
  ['a file named shared', 8, 'web/src/lib/shared.ts', `export const a = 1;`],
  ['a service', 8, 'server/src/modules/sends/send-service.ts', `export const a = 1;`],
  ['a manager', 8, 'web/src/features/sends/SendManager.tsx', `export const a = 1;`],
  ['a barrel', 8, 'web/src/ui/index.ts', `export { DataTable } from './DataTable.tsx';`],
  ['a barrel under another name', 8, 'server/src/platform/db/all.ts', `export type { pool } from './database.ts';`],
  ['export *', 8, 'server/src/modules/contacts/index.ts', `export * from './find-contact.ts';`],
  ['logic in an index', 8, 'server/src/modules/contacts/index.ts', `export const a = 1;`],
  ...(
    [
      ['reads a table of another module', "tx.selectFrom('contacts')"],
      ['joins one under another name', "tx.selectFrom('sends').leftJoin('contacts as person', 'a', 'b')"],
      ['reads several at once', "tx.selectFrom(['sends', 'contacts'])"],
      ['writes one', "tx.updateTable('contacts')"],
      ['names one in SQL', 'sql`SELECT FROM sends JOIN contacts ON true`'],
      ['names one in SQL that is typed', 'sql<{ id: string }>`INSERT INTO contacts (id) VALUES (1)`'],
      ['names one in a list', 'sql`SELECT FROM sends AS s, public.contacts`'],
      ['names one within a part of SQL', 'sql`SELECT ${sql`(SELECT FROM contacts)`}`'],
      ['deletes beside one', 'sql`DELETE FROM sends USING contacts`'],
      ['names one in small letters', 'sql`select from contacts`'],
      ['calls a function of another module', 'sql`SELECT mark_contacts()`'],
    ] as const
  ).map(([what, code]): [string, number, string, string] => [
    `a module ${what}`,
    9,
    'server/src/modules/sends/queries.ts',
    `import { sql } from 'kysely';\nexport const a = (tx) => ${code};`,
  ]),
  [
    'the plumbing reads a table of a module',
    9,
    'server/src/platform/events/outbox.ts',
    `import { sql } from 'kysely';\nexport const a = sql\`SELECT FROM contacts\`;`,
  ],
  [
    'a function of a module names a table of another',
    9,
    'db/functions/contacts.sql',
    'CREATE OR REPLACE FUNCTION a() AS $$ UPDATE survey_links SET a = 1 $$',
  ],
  [
    'a function of a module calls one of another that is not offered',
    9,
    'db/functions/responses.sql',
    'CREATE OR REPLACE FUNCTION a() AS $$ SELECT mark_contacts() $$',
  ],
  [
    'a function of a module calls one that is offered to others',
    9,
    'db/functions/business_units.sql',
    'CREATE OR REPLACE FUNCTION a() AS $$ SELECT mark_contacts_answered() $$',
  ],
  [
    'a function of the plumbing names a table of a module',
    9,
    'db/functions/ids.sql',
    'CREATE OR REPLACE FUNCTION a() AS $$ SELECT FROM contacts $$',
  ],
  ['a file of functions belongs to nobody', 9, 'db/functions/plans.sql', 'CREATE OR REPLACE FUNCTION a()'],
  ['a table belongs to nobody', 9, 'db/schema.sql', 'CREATE TABLE plans ('],
  ['an index of many lines', 8, 'server/src/modules/contacts/index.ts', `export { a } from './a.ts';\n`.repeat(41)],
];

describe('boundaries', () => {
  test('a project that keeps to the rules is clean', () => {
    expect(check({})).toEqual([]);
  });

  test.each(planted)('%s', (_name, rule, file, source) => {
    expect(check({ [file]: source })).toContain(`${rule} ${file}`);
  });

  test('a cycle of files is found, types included', () => {
    const cycle = {
      'web/src/lib/a.ts': `import type { B } from './b.ts';\nexport type A = B;`,
      'web/src/lib/b.ts': `import { c } from './c.ts';\nexport type B = typeof c;`,
      'web/src/lib/c.ts': `export const c = () => import('./a.ts');`,
    };
    const [violation] = checkBoundaries(new Map(Object.entries({ ...clean, ...cycle })));
    expect(violation?.rule).toBe(8);
    expect(violation?.message).toContain('web/src/lib/a.ts → web/src/lib/b.ts → web/src/lib/c.ts → web/src/lib/a.ts');
  });

  test('a function may call what is offered to its module', () => {
    const offered = {
      'db/functions/contacts.sql': 'CREATE OR REPLACE FUNCTION mark_contacts_answered() AS $$ SELECT FROM contacts $$',
      'db/functions/responses.sql': 'CREATE OR REPLACE FUNCTION a() AS $$ SELECT mark_contacts_answered() $$',
    };
    expect(check(offered)).toEqual([]);
  });

  test('a violation names its line', () => {
    const source = `export const a = 1;\n\nimport { routes } from './routes.ts';`;
    const [violation] = checkBoundaries(new Map([['server/src/modules/sends/cancel-send.ts', source]]));
    expect(violation).toMatchObject({ rule: 3, line: 3 });
  });

  test('a table and a file of functions have one owner each', () => {
    for (const what of ['tables', 'functions'] as const) {
      const all = [...Object.values(modules), platform].flatMap((row) => row[what] ?? []);
      expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
    }
  });

  test('the table itself has no cycle and names only modules it has', () => {
    const graph = new Map(
      Object.entries(modules).map(([name, { mayCall }]) => [name, mayCall === 'anyone' ? [] : mayCall]),
    );
    expect(findCycles(graph)).toEqual([]);
    expect([...graph.values()].flat().filter((name) => !(name in modules))).toEqual([]);
  });
});
