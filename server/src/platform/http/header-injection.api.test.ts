import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { deliverMails } from '../mail/transactional/deliver-mails.ts';
import { SmtpPool } from '../mail/smtp-pool.ts';
import { parseSmtpUrl } from '../mail/smtp-url.ts';
import { createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { startForgingProvider } from '../../testing/forging-provider.ts';
import { runImportNow } from '../../testing/import-steps.ts';
import { startMailSink } from '../../testing/mail-sink.ts';
import { forgetQueuedMails } from '../../testing/queued-mails.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';

/** What people type, put where it could begin a header of its own: names of files, ways back, names in mails, X- headers. */

const provider = await startForgingProvider();
afterAll(() => provider.close());
const context = testContext({ oidc: provider.oidc });
beforeAll(() => context.app.listen({ host: '127.0.0.1', port: 0 }).then(() => undefined));

const injected = fc.constantFrom(
  '\r\nX-Injected: yes',
  '\nSet-Cookie: injected=1',
  '\rLocation: https://evil.example',
  '\r\n\r\n<script>injected()</script>',
  '\u2028X-Injected: yes',
  '%0d%0aX-Injected: yes',
  '嘍嘊X-Injected: yes',
  '\r\nBcc: evil@evil.example',
);
const sign = fc.oneof(
  fc.constantFrom('\r', '\n', '\t', '\x7f', '\x1b', '"', '\\', ';', ',', '=?UTF-8?B?', '?=', '<', '>', '@', ':'),
  fc.constantFrom('ç', '日本', '😀', '\ud83d', '\u0085', '\ufeff', '\u202e', 'é'.normalize('NFD')),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const hostile = fc
  .tuple(fc.array(sign, { maxLength: 4 }), injected, fc.array(sign, { maxLength: 4 }))
  .map(([before, middle, after]) => `a${before.join('')}${middle}${after.join('')}z`);
/** The same ones at each run. */
const drawn = (count: number) => fc.sample(hostile, { numRuns: count, seed: 20_261_123 });

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Nothing of what was typed has become a header, or a fault of ours. */
function expectClean({ statusCode, headers }: Answer): void {
  expect(statusCode).toBeLessThan(500);
  expect(Object.keys(headers)).not.toContain('x-injected');
  expect(Object.keys(headers)).not.toContain('bcc');
  for (const value of Object.values(headers).flat()) expect(String(value)).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.stringify(headers['set-cookie'] ?? '')).not.toContain('"injected=1');
}

test('the name of a file comes back as a name, whatever it holds', async () => {
  const { headers, companyId } = await signedIn(context);
  const upload = (fileName: string) =>
    context.app.inject({
      method: 'POST',
      url: '/api/imports/uploads',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\ncontent-disposition: form-data; name="file"; ${fileName}\r\ncontent-type: text/csv\r\n\r\nnome;e-mail\nAna;x\n\r\n--edge--\r\n`,
    });
  let came = 0;
  for (const name of drawn(24)) {
    const encoded = `filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`;
    for (const fileName of [encoded, `filename="${name.replaceAll('"', '%22')}"`]) {
      const uploaded = await upload(fileName);
      expectClean(uploaded);
      if (uploaded.statusCode !== 201) continue;
      const { uploadId, hasHeader, mapping } = uploaded.json();
      const payload = { uploadId, hasHeader, mapping };
      const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
      expectClean(started);
      // A name that ends the head of its part leaves another file than was meant.
      if (started.statusCode !== 202) continue;
      const { _id: id } = started.json<{ _id: ImportId }>();
      await runImportNow(context, companyId, id);
      const file = await context.app.inject({ url: `/api/imports/${id}/errors?language=pt`, headers });
      expectClean(file);
      expect(file.statusCode).toBe(200);
      const disposition = String(file.headers['content-disposition']);
      expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%!#$&+.^`|~-]*$/);
      came += 1;
    }
  }
  expect(came).toBeGreaterThan(12);
}, 60_000);

test('a way back leads to pages of ours, as one value of their address', async () => {
  const { token } = await createInvitations(context);
  for (const returnUrl of drawn(40)) {
    const begun = await context.app.inject({ url: '/api/federated-login', query: { returnUrl } });
    expectClean(begun);
    expect(begun.statusCode).toBe(303);
    const sent = new URL(String(begun.headers['location']));
    expect(sent.origin).toBe(new URL(provider.oidc.issuer).origin);
    const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
    const query = { error: 'access_denied', error_description: returnUrl, state: sent.searchParams.get('state') ?? '' };
    const back = await context.app.inject({ url: '/api/federated-login/callback', query, cookies });
    expectClean(back);
    expect(String(back.headers['location'])).toMatch(/^\/login\?msal_error=\w+(&returnUrl=[^&\s]+)?$/);

    const form = new URLSearchParams({ r: returnUrl, s: '1', c: '0', 'n.score': '9', 't.why': returnUrl });
    const answered = await context.app.inject({
      method: 'POST',
      url: `/r/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(form),
    });
    expectClean({ ...answered, statusCode: answered.statusCode === 503 ? 500 : answered.statusCode });
    expectClean(await context.app.inject(`/r/${encodeURIComponent(returnUrl.toWellFormed()).slice(0, 150)}`));
  }
});

test('the names of people and companies begin no header of a mail', async () => {
  await forgetQueuedMails(context);
  const sink = await startMailSink();
  const pool = new SmtpPool(parseSmtpUrl(sink.url));
  const { headers } = await signedIn(context);
  const fieldsOf = async (raw: string) => (await PostalMime.parse(raw)).headers.map(({ key }) => key).toSorted();
  const invite = async (email: string) => {
    const standing = {
      role: 'ana',
      ticketing_role: null,
      _businesses: [],
      exports_personal_data: false,
      narrowing: null,
    };
    const payload = { ...standing, emails: [email] };
    await context.app.inject({ method: 'POST', url: '/api/team/invitations', headers, payload });
    await deliverMails(context, pool);
    const sunk = sink.messages.splice(0);
    expect(sunk.map(({ to }) => to)).toEqual([email]);
    return sunk[0]?.raw ?? '';
  };
  const usual = await fieldsOf(await invite('usual@new.example'));
  expect(usual).toContain('subject');
  let taken = 0;
  for (const [at, name] of drawn(20).entries()) {
    const nome = name.slice(0, 60);
    const person = { method: 'PUT', url: '/api/me', payload: { nome, phone: null } } as const;
    const company = { method: 'PATCH', url: '/api/company/settings', payload: { nome } } as const;
    for (const change of [person, company]) {
      const answer = await context.app.inject({ ...change, headers });
      expectClean(answer);
      if (answer.statusCode === 200) taken += 1;
    }
    const raw = await invite(`invited-${at}@new.example`);
    expect(await fieldsOf(raw)).toEqual(usual);
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await PostalMime.parse(raw)).subject).toMatch(/^[^\r\n]+$/);
  }
  expect(taken).toBeGreaterThan(20);
  await pool.close();
  await sink.close();
}, 60_000);

/** Sends a request as it stands, and answers all that comes back until the server closes. */
async function sendRaw(lines: readonly string[], body = ''): Promise<string> {
  const { port } = context.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  return text(socket);
}

test('a header of a request that holds anything is answered once, and comes back in no header', async () => {
  const { email, companyId } = await createUser(context);
  const body = JSON.stringify({ email, senha: testPassword });
  const login = ['POST /api/login HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const names = ['X-Empresa-Id', 'X-Business-Id', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Request-Id', 'User-Agent'];
  const others = ['Authorization', 'Cookie', 'Idempotency-Key', 'Accept-Language', 'Origin', 'X-Anything', 'Referer'];
  // Each byte that a header may or may not hold, and what would part it in two.
  const values = [
    ...drawn(6).map((value) => Buffer.from(value).toString('latin1')),
    'é\x80\xff',
    '\x00',
    '\x0b\t',
    ' ',
  ];
  const statuses = new Set<string>();
  for (const name of [...names, ...others]) {
    for (const value of values) {
      const me = ['GET /api/me HTTP/1.1', `X-Empresa-Id: ${companyId}`];
      for (const [request, sent] of [
        [me, ''],
        [login, body],
      ] as const) {
        const host = ['Host: localhost', 'Connection: close'];
        const answer = await sendRaw([...request, ...host, `${name}: ${value}`], sent);
        const heads = answer.match(/^HTTP\/1\.1 \d{3}/gm) ?? [];
        expect([name, value, heads.length]).toEqual([name, value, 1]);
        const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
        statuses.add(heads[0]?.slice(-3) ?? '');
        expect(head).not.toMatch(/^(x-injected|bcc|set-cookie: injected)/im);
        expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/);
      }
    }
  }
  expect([...statuses].filter((status) => status >= '500')).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '401']));
}, 60_000);
