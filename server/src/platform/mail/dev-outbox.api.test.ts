import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';
import { openOutbox } from './outbox.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  const outbox = await openOutbox(join(house.config.dataDir, 'outbox'));
  for (const name of ['ana', 'bruno']) {
    await outbox.store({
      from: 'hotel@test.example',
      to: [`${name}@test.example`],
      raw: Buffer.from(message(name)),
      receivedAt: house.clock.now(),
    });
  }
});
afterAll(() => house.close());

function message(name: string): string {
  const head = `From: hotel@test.example\r\nTo: ${name}@test.example\r\nSubject: Oi <b>${name}</b>\r\nMIME-Version: 1.0\r\n`;
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\nResponda: https://x.example/r/1`,
    `Content-Type: text/html; charset=utf-8\r\n\r\n<html><head></head><body><script>alert(1)</script><a href="https://x.example/r/1?n=9">9</a></body></html>`,
  ];
  return `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
}

test('lists what was sent, finds an address, and escapes what a subject says', async () => {
  const all = await house.app.inject('/dev/outbox');
  expect(all.body).toContain('2 messages');
  expect(all.body).toContain('Oi &#60;b&#62;ana&#60;/b&#62;');
  const found = await house.app.inject('/dev/outbox?search=BRUNO');
  expect(found.body).toContain('bruno@test.example');
  expect(found.body).not.toContain('ana@test.example');
});

test('shows a message as HTML that runs nothing, as text and as it was sent', async () => {
  const id = /\/dev\/outbox\/([^"]+)">ana@/.exec((await house.app.inject('/dev/outbox')).body)?.[1];
  const page = await house.app.inject(`/dev/outbox/${id}`);
  expect(page.body).toContain('Responda: https://x.example/r/1');
  expect(page.body).not.toContain('allow-scripts');
  const framed = await house.app.inject(`/dev/outbox/${id}/html`);
  expect(framed.body).toContain('<base target="_blank">');
  expect(framed.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect((await house.app.inject(`/dev/outbox/${id}/raw`)).body).toContain('Subject: Oi');
});

test('does not know another message, nor a path out of its folder', async () => {
  expect((await house.app.inject('/dev/outbox/0000000000000-000000000000')).statusCode).toBe(404);
  expect((await house.app.inject('/dev/outbox/..%2F..%2Fsecret.key')).statusCode).toBe(404);
});

test('does not exist in production', async () => {
  const production = await openTestHouse({ production: true, development: false });
  expect((await production.app.inject('/dev/outbox')).statusCode).toBe(404);
  await production.close();
});
