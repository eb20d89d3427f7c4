import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '@escuta/contract/route';
import { createApp } from './app.ts';
import type { App } from './app.ts';
import { implement } from './implement.ts';
import { refuse } from './refusal.ts';
import type { Scope } from './scope.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

let context: TestContext;
let app: App;

const declared = route('GET /declared', {
  summary: 'x',
  permission: 'public',
  answer: z.object({}),
  errors: { TEAPOT_BUSY: 409 },
});
const undeclared = route('GET /undeclared', { summary: 'x', permission: 'public', answer: z.object({}) });
const untrue = route('GET /untrue', { summary: 'x', permission: 'public', answer: z.object({ count: z.number() }) });
const file = route('GET /file', { summary: 'x', permission: 'public', answer: { mediaTypes: ['text/csv'] } });
const guarded = route('GET /guarded', { summary: 'x', permission: 'internal.admin', answer: z.object({}) });

beforeAll(async () => {
  context = await openTestContext();
  const scope = { role: 'own' } as Scope;
  app = await createApp({
    database: context.database,
    authenticate: async () => scope,
    links: context.app.links,
    logger: false,
    production: false,
  });
  implement(
    app,
    declared,
  )(async ({ fail }) => {
    throw fail('TEAPOT_BUSY', { minutes: 5 });
  });
  implement(
    app,
    undeclared,
  )(async ({ fail }) => {
    // @ts-expect-error the route does not declare this code
    fail('TEAPOT_BUSY');
    throw refuse('TEAPOT_BUSY');
  });
  // @ts-expect-error the answer is not what the route promises
  implement(app, untrue)(async () => ({ count: 'many' }));
  const name = 'São Paulo ("x" 100%) \\ – ß.csv';
  implement(app, file)(async () => ({ name, mediaType: 'text/csv', content: Readable.from(['a']) }));
  implement(app, guarded)(async () => ({}));
});
afterAll(async () => {
  await app.close();
  await context.close();
});

test('a file has its name in full, and one in ASCII without what ends a quoted text', async () => {
  const { headers, payload } = await app.inject('/api/file');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Sao Paulo (_x_ 100_) _ _ _.csv"; filename*=UTF-8''S%C3%A3o%20Paulo%20%28%22x%22%20100%25%29%20%5C%20%E2%80%93%20%C3%9F.csv`,
  );
  expect(payload).toBe('a');
});

test('a declared code leaves with its status and its facts', async () => {
  const answer = await app.inject('/api/declared');
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { code: 'TEAPOT_BUSY', message: 'TEAPOT_BUSY', params: { minutes: 5 } },
  ]);
});

test('an undeclared code never leaves as an answer: it is our fault and named', async () => {
  const answer = await app.inject('/api/undeclared');
  expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([
    500,
    'INTERNAL_ERROR',
    { undeclared: 'TEAPOT_BUSY' },
  ]);
});

test('an answer that breaks the promise does not leave', async () => {
  const answer = await app.inject('/api/untrue');
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL_ERROR']);
});

test('a role without the capability is refused before the handler runs', async () => {
  const answer = await app.inject('/api/guarded');
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
});

test('the server is alive, and ready when the database holds this release', async () => {
  expect((await context.app.inject('/healthz')).json()).toEqual({ alive: true });
  const ready = await context.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toMatchObject([200, { ready: true }]);
});

test('the server is alive but not ready while the database is out of reach', async () => {
  const cut = await openTestContext({ databaseUrl: 'postgres://127.0.0.1:1/none' });
  expect((await cut.app.inject('/healthz')).statusCode).toBe(200);
  expect((await cut.app.inject('/readyz')).statusCode).toBe(503);
  await cut.close();
});

test('the contract is served as OpenAPI 3.1 and can be browsed', async () => {
  const document = (await context.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toContain('/api/contacts/{id}');
  expect((await context.app.inject('/api/docs/')).statusCode).toBe(200);
});

test('an unknown path of the API is an honest 404', async () => {
  const answer = await context.app.inject('/api/nothing');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
});
