import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { openDevMailbox } from './dev-mailbox.ts';

let context: TestContext;
let ids: string[];

function message(to: string, subject: string, html: string) {
  return {
    from: 'a@b.example',
    to: [to],
    receivedAt: new Date(),
    raw: Buffer.from(
      `From: a@b.example\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    ),
  };
}

beforeAll(async () => {
  context = await openTestContext({ development: true });
  const mailbox = await openDevMailbox(join(context.config.dataDir, 'dev-mailbox'));
  await mailbox.store(
    message(
      'ana@test.example',
      'Hello <b>Ana</b>',
      '<html><head><title>x</title></head><body><a href="https://x.test/r/1">9</a><script>alert(1)</script></body></html>',
    ),
  );
  await mailbox.store(message('bruno@test.example', 'For Bruno', '<p>Bruno</p>'));
  ids = (await mailbox.list({ limit: 10 })).entries.map((entry) => entry.id);
});
afterAll(() => context.close());

const get = (url: string) => context.app.inject({ url });

describe('/dev/mailbox', () => {
  test('lists messages newest first with escaped words, and finds them by any part of the address', async () => {
    const all = await get('/dev/mailbox');
    expect(all.statusCode).toBe(200);
    expect(all.body).toContain('Hello &#60;b&#62;Ana');
    expect(all.body).not.toContain('<b>Ana');
    const found = await get('/dev/mailbox?to=ANA%40test');
    expect(found.body).toContain('ana@test.example');
    expect(found.body).not.toContain('bruno@test.example');
    expect((await get('/dev/mailbox?to=nobody')).body).toContain('No messages.');
  });

  test('shows a message in a sandboxed frame that runs no script and lets links open', async () => {
    const id = ids.at(-1) ?? '';
    const page = await get(`/dev/mailbox/${id}`);
    expect(page.body).toContain(`src="/dev/mailbox/${id}/html" sandbox="allow-popups`);
    const frame = await get(`/dev/mailbox/${id}/html`);
    expect(frame.body).toContain('<base target="_blank">');
    expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox/);
    expect(frame.headers['content-security-policy']).not.toContain('script');
    expect((await get(`/dev/mailbox/${id}?view=headers`)).body).toContain('Delivered-To');
    expect((await get(`/dev/mailbox/${id}/raw`)).headers['content-type']).toContain('message/rfc822');
  });

  test('an unknown message is not found, and a strange id refused', async () => {
    expect((await get('/dev/mailbox/0000000000000-000000000000')).statusCode).toBe(404);
    expect((await get('/dev/mailbox/..%2fsecret.key')).statusCode).toBe(400);
  });

  test.each<[string, Record<string, string>, number]>([
    ['this machine by its name', { host: 'localhost:3000' }, 200],
    ['this machine by its address', { host: '127.0.0.1:3000' }, 200],
    ['this machine by its other address', { host: '[::1]:3000' }, 200],
    ['a name that was turned to this machine', { host: 'rebound.example:3000' }, 404],
    ['a name that begins like this machine', { host: 'localhost.example' }, 404],
    ['a proxy that says who asks', { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' }, 404],
    ['a proxy that says how it was asked', { host: '127.0.0.1:3000', forwarded: 'for=203.0.113.7' }, 404],
  ])('answers %s: or not', async (_who, headers, status) => {
    for (const url of ['/dev/mailbox', `/dev/mailbox/${ids[0]}/raw`]) {
      expect((await context.app.inject({ url, headers })).statusCode).toBe(status);
    }
  });

  test('is not there outside development', async () => {
    const other = await openTestContext({ development: false });
    expect((await other.app.inject({ url: '/dev/mailbox' })).statusCode).toBe(404);
    await other.close();
  });
});
