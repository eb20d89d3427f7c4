import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixedClock } from '#platform/time/clock.ts';
import { compileMessage } from './compile-message.ts';
import { startLoopbackServer } from './loopback-server.ts';
import type { LoopbackServer, ReceivedMessage } from './loopback-server.ts';
import { openDevMailbox } from './dev-mailbox.ts';
import type { DevMailbox } from './dev-mailbox.ts';
import { SmtpPool } from './smtp-pool.ts';
import { parseSmtpUrl } from './smtp-url.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const FROM = 'pesquisa@aurora.example';
let folder: string;
let server: LoopbackServer | undefined;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mailbox ')), 'a folder');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(join(folder, '..'), { recursive: true });
});

function message(second: number): ReceivedMessage {
  const raw = Buffer.from(`From: <${FROM}>\r\nTo: <c${second}@x.example>\r\nSubject: n. ${second}\r\n\r\nOi\r\n`);
  return { from: FROM, to: [`c${second}@x.example`], raw, receivedAt: new Date(NOON + second * 1000) };
}

function start(store: DevMailbox['store'], port = 0, onStoreFailed: (error: unknown) => void = () => {}) {
  return startLoopbackServer({ port, store, onStoreFailed, clock: fixedClock(new Date(NOON)) });
}

const compiled = compileMessage({
  from: { name: 'Aurora Hotéis', address: FROM },
  subject: 'Olá, {{name}}: como foi?',
  html: '<p>Olá, {{name}} 😀</p>',
  text: 'Olá, {{name}}\n.\n..ponto',
});

describe('the loopback server with its mailbox', () => {
  test('keeps what a real connection delivers, as its receiver would see it', async () => {
    const mailbox = await openDevMailbox(folder);
    server = await start(mailbox.store);
    const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${server.port}`));
    const to = { name: 'José "Zé"', address: 'jose@x.example' };
    const raw = compiled.render({ to, messageId: '<1@aurora.example>', date: new Date(NOON), values: { name: 'Zé' } });
    expect((await pool.send({ from: 'volta+1@aurora.example', to: to.address }, raw)).kind).toBe('accepted');
    await pool.close();
    const { entries, total, next } = await mailbox.list({ limit: 10 });
    expect([total, next]).toEqual([1, undefined]);
    expect(entries[0]).toMatchObject({
      subject: 'Olá, Zé: como foi?',
      from: FROM,
      to: 'jose@x.example',
      receivedAt: new Date(NOON),
    });
    const read = await mailbox.read(entries[0]?.id ?? '');
    expect(read?.html?.trim()).toBe('<p>Olá, Zé 😀</p>');
    expect(read?.text?.trim()).toBe('Olá, Zé\n.\n..ponto');
    expect(read?.sizeBytes).toBe(entries[0]?.sizeBytes);
    expect(read?.headers.slice(0, 2)).toEqual([
      { name: 'Return-Path', value: '<volta+1@aurora.example>' },
      { name: 'Delivered-To', value: 'jose@x.example' },
    ]);
  });

  test('takes many at once over several connections and loses none', async () => {
    const mailbox = await openDevMailbox(folder);
    server = await start(mailbox.store);
    const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${server.port}?connections=10`));
    const { raw } = message(1);
    const sends = Array.from({ length: 500 }, (_, index) => pool.send({ from: FROM, to: `c${index}@x.example` }, raw));
    const kinds = (await Promise.all(sends)).map(({ kind }) => kind);
    await pool.close();
    expect(new Set(kinds)).toEqual(new Set(['accepted']));
    expect((await mailbox.list({ limit: 1 })).total).toBe(500);
  });

  test('a message that cannot be kept is not acknowledged', async () => {
    const failures: unknown[] = [];
    server = await start(
      () => Promise.reject(new Error('no space')),
      0,
      (error) => failures.push(error),
    );
    const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${server.port}`));
    const outcome = await pool.send({ from: FROM, to: 'a@x.example' }, message(1).raw);
    await pool.close();
    expect(outcome).toMatchObject({ kind: 'deferred', code: 451 });
    expect(failures).toEqual([new Error('no space')]);
  });

  test('listens on loopback only, and says when the port is taken', async () => {
    server = await start(() => Promise.resolve());
    const second = start(() => Promise.resolve(), server.port);
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE', address: '127.0.0.1' });
  });
});

describe('openDevMailbox', () => {
  test('lists newest first, page by page, and a reader sees what another process stores', async () => {
    const writer = await openDevMailbox(folder);
    const reader = await openDevMailbox(folder);
    for (const second of [3, 1, 5, 2, 4]) await writer.store(message(second));
    const first = await reader.list({ limit: 2 });
    await writer.store(message(6)); // a newer message does not shift the pages that follow
    const second = await reader.list({ limit: 2, ...(first.next ? { after: first.next } : {}) });
    const third = await reader.list({ limit: 2, ...(second.next ? { after: second.next } : {}) });
    const subjects = [first, second, third].map((page) => page.entries.map(({ subject }) => subject));
    expect(subjects).toEqual([['n. 5', 'n. 4'], ['n. 3', 'n. 2'], ['n. 1']]);
    expect(third.next).toBeUndefined();
  });

  test('keeps the last messages only, whatever was there before', async () => {
    const mailbox = await openDevMailbox(folder, { keepMax: 20 });
    for (let second = 0; second < 60; second++) await mailbox.store(message(second));
    await mailbox.close();
    expect((await readdir(folder)).length).toBeLessThanOrEqual(22);
    const reopened = await openDevMailbox(folder, { keepMax: 5 });
    const { entries, total } = await reopened.list({ limit: 50 });
    expect(entries.map(({ subject }) => subject)).toEqual(['n. 59', 'n. 58', 'n. 57', 'n. 56', 'n. 55']);
    expect(total).toBe(5);
  });

  test('reads nothing but its own files', async () => {
    const mailbox = await openDevMailbox(folder);
    await writeFile(join(folder, '..', 'secret.eml'), 'Subject: secret\r\n\r\n');
    await writeFile(join(folder, 'notes.txt'), 'x');
    for (const id of ['../secret', '..%2Fsecret', '', '1700000000000-aaaaaaaaaaaa', '/etc/passwd']) {
      expect(await mailbox.read(id)).toBeUndefined();
    }
    expect(await mailbox.list({ limit: 10 })).toEqual({ entries: [], total: 0 });
  });
});
