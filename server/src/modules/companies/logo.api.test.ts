import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { signedIn } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const limited = testContext({ rateLimits: { ...usualRateLimits, 'upload-user': { burst: 2, perMinute: 2 } } });
type Headers = Record<string, string>;

const drawing = (width = 960, height = 320) =>
  sharp({ create: { width, height, channels: 4, background: '#0f766e80' } }).withMetadata({
    exif: { IFD0: { Copyright: 'an editor wrote this' } },
  });

function upload(headers: Headers, bytes: Buffer, { app } = context) {
  const border = 'border-of-the-test';
  const head = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`;
  return app.inject({
    method: 'POST',
    url: '/api/company/logo',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${border}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${border}--\r\n`)]),
  });
}

const remove = (headers: Headers) => context.app.inject({ method: 'DELETE', url: '/api/company/logo', headers });
const logoOf = async (headers: Headers) =>
  (await context.app.inject({ url: '/api/company', headers })).json<{ logo: string | null }>().logo;
const statusOf = async (url: string) => (await context.app.inject({ url })).statusCode;

async function kept(headers: Headers, bytes: Buffer): Promise<string> {
  return (await upload(headers, bytes)).json<{ logo: string }>().logo;
}

test.each(['png', 'jpeg', 'webp'] as const)('of type %s is drawn anew, no larger than it is shown', async (format) => {
  const { headers } = await signedIn(context);
  const logo = await kept(headers, await drawing().toFormat(format).toBuffer());
  expect(await logoOf(headers)).toBe(logo);
  // As an <img> asks for it: without a session.
  const shown = await context.app.inject({ url: logo });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    // Another logo has another address: a page asks for this one once.
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const { format: drawn, width, height, exif } = await sharp(shown.rawPayload).metadata();
  expect({ drawn, width, height, exif }).toEqual({ drawn: 'png', width: 480, height: 160, exif: undefined });
});

test('smaller than it is shown stays as small', async () => {
  const { headers } = await signedIn(context);
  const logo = await kept(headers, await drawing(40, 20).png().toBuffer());
  const shown = await context.app.inject({ url: logo });
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 40, height: 20 });
});

test('that comes after too many others of a person is not read', async () => {
  const { headers } = await signedIn(limited);
  const statuses: number[] = [];
  for (let times = 0; times < 3; times += 1)
    statuses.push((await upload(headers, Buffer.from('no logo'), limited)).statusCode);
  expect(statuses).toEqual([422, 422, 429]);
});

test('that is none, whatever it is called, is refused, and so is one beyond 512 kB', async () => {
  const { headers } = await signedIn(context);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const dressed = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), svg]);
  const half = (await drawing().png().toBuffer()).subarray(0, 120);
  for (const bytes of [
    svg,
    dressed,
    half,
    await drawing().gif().toBuffer(),
    Buffer.from('RIFF1234WAVE'),
    Buffer.alloc(0),
  ])
    expect((await upload(headers, bytes)).json()).toMatchObject({ code: 'LOGO_NOT_VALID' });
  expect((await upload(headers, Buffer.alloc(512 * 1_024 + 1))).statusCode).toBe(413);
  expect(await logoOf(headers)).toBeNull();
});

test('[ASVS-32] is what was uploaded: an address in its place is refused, and nobody asks there', async () => {
  let visits = 0;
  const inside = createServer((_, reply) => {
    visits += 1;
    void drawing(40, 40)
      .png()
      .toBuffer()
      .then((bytes) => reply.writeHead(200, { 'content-type': 'image/png' }).end(bytes));
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  try {
    const { headers } = await signedIn(context);
    const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/logo.png`;
    const byName = (method: 'POST' | 'PUT', url: string, payload: object) =>
      context.app.inject({ method, url, headers, payload });
    const pointing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}"/></svg>`;
    const refused = [
      await upload(headers, Buffer.from(address)),
      await upload(headers, Buffer.from(pointing)),
      await byName('POST', '/api/company/logo', { logo: address }),
      await byName('POST', '/api/company/logo', { url: address }),
    ];
    for (const { statusCode } of refused) expect([400, 415, 422]).toContain(statusCode);
    await byName('PUT', '/api/company/settings', { logo: address, logo_key: address });
    expect(await logoOf(headers)).toBeNull();
    expect(visits).toBe(0);
  } finally {
    inside.close();
  }
});

test('goes when another comes, and when it is taken away; the audit has both', async () => {
  const { headers, companyId } = await signedIn(context);
  const bytes = await drawing(40, 40).png().toBuffer();
  const first = await kept(headers, bytes);
  const second = await kept(headers, bytes);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  expect((await remove(headers)).json()).toEqual({ ok: true });
  expect(await statusOf(second)).toBe(404);
  expect(await logoOf(headers)).toBeNull();
  // Nothing there, nothing changed.
  expect((await remove(headers)).json()).toEqual({ ok: true });
  const { rows } = await context.database.pool.query(
    `SELECT before, after FROM audit_events WHERE company_id = $1 AND action = 'company.changed' ORDER BY id`,
    [companyId],
  );
  expect(rows).toEqual([
    { before: { logo: false }, after: { logo: true } },
    { before: { logo: true }, after: { logo: true } },
    { before: { logo: true }, after: { logo: false } },
  ]);
});

test('of two at once, one stays and the other is no file any more', async () => {
  const { headers } = await signedIn(context);
  const bytes = await drawing(40, 40).png().toBuffer();
  for (let times = 0; times < 5; times += 1) {
    const both = await Promise.all([kept(headers, bytes), kept(headers, bytes)]);
    const statuses = await Promise.all(both.map(statusOf));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(both[statuses.indexOf(200)]).toBe(await logoOf(headers));
  }
});

test('is of one company: another neither learns of it nor takes it away', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const ours = await kept(own.headers, await drawing().png().toBuffer());
  expect(await logoOf(other.headers)).toBeNull();
  await remove(other.headers);
  const theirs = await kept(other.headers, await drawing(80, 80).png().toBuffer());
  expect(theirs).not.toBe(ours);
  expect([await logoOf(own.headers), await logoOf(other.headers)]).toEqual([ours, theirs]);
  expect(await statusOf(ours)).toBe(200);
  expect(await statusOf('/api/logos/0123456789abcdef0123456789abcdef')).toBe(404);
  expect(await statusOf('/api/logos/logo.png')).toBe(400);
});

test.each(roles.filter((role) => !['own', 'adm', 'acmng'].includes(role)))('is not for %s to change', async (role) => {
  const { headers } = await signedIn(context, { role });
  expect((await upload(headers, await drawing().png().toBuffer())).statusCode).toBe(403);
  expect((await remove(headers)).statusCode).toBe(403);
});
