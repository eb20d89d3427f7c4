import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../testing/factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

/** What every reply carries, and who is not listened to, whatever the route. */

let context: TestContext;
let production: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  production = await openTestContext({ production: true, development: false, publicUrl: 'https://escuta.example' });
});
afterAll(async () => {
  await context.close();
  await production.close();
});

test('nobody in between keeps what the API answers, data and refusals alike', async () => {
  const { headers } = await signedIn(context);
  for (const url of ['/api/me', '/api/contacts', '/api/dashboard?from=x']) {
    expect((await context.app.inject({ url, headers })).headers['cache-control']).toBe('no-store');
  }
  expect((await context.app.inject('/api/me')).headers).toMatchObject({ 'cache-control': 'no-store' });
});

test('no page may ask for camera, place or payment, nor show pictures of elsewhere', async () => {
  for (const url of ['/', '/api/me', '/r/none', '/nothing.png']) {
    const { headers } = await context.app.inject(url);
    expect([url, headers['permissions-policy']]).toEqual([url, expect.stringContaining('camera=(), ')]);
    expect(headers['content-security-policy']).not.toMatch(/img-src[^;]*https:/);
  }
});

/** As a program sends it: a client that is kind would mend the address first. */
async function askRaw(path: string) {
  await context.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = context.app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, unknown>;
    body: string;
  }>();
  const asked = request({ host: '127.0.0.1', port, path, agent: false }, (reply) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part));
    reply.on('end', () =>
      resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts).toString() }),
    );
  });
  asked.on('error', reject).end();
  return promise;
}

test('an address that cannot be read is refused like everything else, with the headers of everything else', async () => {
  const usual = await context.app.inject('/api/me');
  const names = Object.keys(usual.headers).filter((name) => /policy|^x-|origin/.test(name));
  expect(names.length).toBeGreaterThan(8);
  const unreadable = await askRaw('/%');
  expect([unreadable.status, JSON.parse(unreadable.body)]).toEqual([
    400,
    { code: 'INVALID_INPUT', message: 'INVALID_INPUT', params: {} },
  ]);
  expect(unreadable.headers).toMatchObject(Object.fromEntries(names.map((name) => [name, usual.headers[name]])));

  const secret = 's'.repeat(300);
  const tooLong = await context.app.inject(`/r/${secret}`);
  expect([tooLong.statusCode, tooLong.json().code, tooLong.body.includes('sss')]).toEqual([
    400,
    'INVALID_INPUT',
    false,
  ]);
  expect(tooLong.headers['content-security-policy']).toBe(usual.headers['content-security-policy']);
});

test('the API can be browsed, but not in production', async () => {
  expect((await context.app.inject('/api/docs/')).statusCode).toBe(200);
  expect((await production.app.inject('/api/docs/')).json().code).toBe('NOT_FOUND');
  expect((await production.app.inject('/api/openapi.json')).statusCode).toBe(200);
});

test.each<[string, Record<string, string>, boolean]>([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'https://escuta.example' }, true],
  ['a page of ours that an old browser shows', { origin: 'https://escuta.example' }, true],
  ['a page behind a proxy that passes the Host on', { origin: 'https://other.example', host: 'other.example' }, true],
  ['a program', {}, true],
  ['a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['another host of our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.escuta.example' }, false],
  ['a foreign page in an old browser', { origin: 'https://evil.example' }, false],
  ['a page without an origin', { origin: 'null' }, false],
])('%s that brings our cookie: may it change something?', async (_who, headers, may) => {
  const ask = (changes: object) =>
    production.app.inject({ method: 'POST', url: '/api/contacts', headers: { ...headers, ...changes }, payload: {} });
  const cookie = 'escuta_session=a-token-that-nobody-has';
  const [refused, unknown] = [
    [403, 'FORBIDDEN'],
    [401, 'NOT_SIGNED_IN'],
  ];
  const reply = await ask({ cookie, 'x-empresa-id': '019b8e07-4600-7aa6-9038-ded2a2fd27c8' });
  expect([reply.statusCode, reply.json().code]).toEqual(may ? unknown : refused);
  // Without a cookie there is nothing to misuse, and reading changes nothing.
  expect((await ask({})).json().code).toBe('NOT_SIGNED_IN');
  const read = await production.app.inject({ url: '/api/contacts', headers: { ...headers, cookie } });
  expect(read.json().code).toBe('NOT_SIGNED_IN');
});
