import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { signedIn } from '../../testing/factories.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { contractRoutes } from '../../testing/routes-of-contract.ts';
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

describe('in production every answer, page, data, file or refusal,', () => {
  interface Answer {
    readonly asked: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
  }
  let answers: Answer[];
  let pages: Answer[];

  async function ask(url: string, options: object = {}): Promise<Answer> {
    const { statusCode, headers, body } = await production.app.inject({ url, ...options });
    return { asked: `${statusCode} ${JSON.stringify(options).slice(0, 80)} ${url}`, headers, body };
  }

  beforeAll(async () => {
    const { headers } = await signedIn(context);
    const { token } = await createInvitations(production);
    const link = `/r/${token}`;
    const paths = ['/', '/login', '/contatos?page=2', link, `/r/none`, '/s/none', `/u/${token}`, '/u/none', '/healthz'];
    const others = ['/assets/none.js', '/nothing.png', '/api/nothing', '/api/openapi.json', '/dev/mailbox', '/readyz'];
    answers = await Promise.all([
      ...[...paths, ...others].map((path) => ask(path)),
      ...['/api/me', '/api/contacts', '/api/contacts/export?format=csv', '/api/contacts?page=x'].map((path) =>
        ask(path, { headers }),
      ),
      ask('/api/login', { method: 'POST', payload: { email: 'x' } }),
      ask('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, payload: '{' }),
      ask('/api/login', { method: 'POST', payload: { email: 'x'.repeat(1_200_000) } }),
      ...contractRoutes.map(({ method, path }) => ask(`/api${path.replace(/:\w+/g, newId())}`, { method })),
    ]);
    pages = [await ask(link), await ask('/'), await ask('/login')].filter(({ headers: of }) =>
      String(of['content-type']).startsWith('text/html'),
    );
  });

  const rulesOf = ({ headers }: Answer) => String(headers['content-security-policy']).split(';');

  test('[ASVS-40] carries HSTS, nosniff and a referrer policy', () => {
    const kinds = new Set(answers.map(({ asked }) => asked.slice(0, 3)));
    expect([...kinds]).toEqual(expect.arrayContaining(['200', '400', '401', '404', '413']));
    for (const { asked, headers } of answers) {
      expect([asked, headers]).toMatchObject([
        asked,
        {
          // A year, as the browsers' lists ask for.
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        },
      ]);
    }
  });

  test('[ASVS-38] has a policy that lets nothing inline run, but what a page brings under the nonces of that answer', async () => {
    for (const answer of answers) {
      const rules = rulesOf(answer);
      expect([answer.asked, rules.find((rule) => /unsafe|\*|data:.*script|https?:(?!\/)/.test(rule))]).toEqual([
        answer.asked,
        undefined,
      ]);
      expect([answer.asked, rules.some((rule) => rule.startsWith('default-src '))]).toEqual([answer.asked, true]);
    }
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const inline = [...page.body.matchAll(/<(script|style)\b([^>]*)>/g)].filter(
        ([, , attributes]) => !/\ssrc=|type="application\/json"/.test(attributes ?? ''),
      );
      expect([page.asked, inline.length > 0]).toEqual([page.asked, true]);
      for (const [tag, kind, attributes] of inline) {
        const nonce = /nonce="([^"]{16,})"/.exec(attributes ?? '')?.[1];
        const rule = rulesOf(page).find((one) => one.startsWith(`${kind}-src`));
        expect([tag, rule]).toEqual([tag, expect.stringContaining(`'nonce-${nonce}'`)]);
      }
      expect(page.body).not.toMatch(/<[^>]+\son\w+=/);
      const again = await ask(page.asked.split(' ').at(-1) ?? '');
      expect(rulesOf(again)).not.toEqual(rulesOf(page));
    }
  });

  test('[ASVS-39] may be framed by nobody', () => {
    for (const answer of answers) {
      const framing = rulesOf(answer).filter((rule) => rule.startsWith('frame-ancestors'));
      expect([answer.asked, framing]).toEqual([answer.asked, ["frame-ancestors 'none'"]]);
    }
  });
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

const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s, 2)),
  );

test('a page runs scripts and styles of its own reply alone, sends forms here alone, and stands in no frame', async () => {
  const own = {
    'default-src': "'self'",
    'font-src': "'self' data:",
    'img-src': "'self' data:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  };
  const policies = [];
  for (const url of ['/', '/', '/login']) {
    const { headers } = await context.app.inject(url);
    policies.push(directivesOf(headers['content-security-policy']));
  }
  for (const policy of policies)
    expect(policy).toEqual({
      ...own,
      'connect-src': "'self'",
      'script-src': expect.stringMatching(/^'self' 'nonce-[0-9a-f]{32}'$/),
      'style-src': expect.stringMatching(/^'self' 'nonce-[0-9a-f]{32}'$/),
    });
  const nonces = policies.flatMap((policy) => [policy['script-src'], policy['style-src']]);
  expect(new Set(nonces).size).toBe(6);
  const { headers } = await context.app.inject('/api/me');
  expect(directivesOf(headers['content-security-policy'])).toEqual({
    ...own,
    'script-src': "'self'",
    'style-src': "'self'",
  });
});

test('nothing is guessed, framed or told of where one comes from; in production nothing goes without TLS', async () => {
  for (const [{ app }, transport] of [
    [context, undefined],
    [production, expect.stringMatching(/^max-age=\d{8,}/)],
  ] as const) {
    for (const url of ['/', '/api/me']) {
      const { headers } = await app.inject(url);
      expect([url, headers]).toMatchObject([
        url,
        { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'SAMEORIGIN' },
      ]);
      expect([url, headers['strict-transport-security']]).toEqual([url, transport]);
    }
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
