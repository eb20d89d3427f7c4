import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ownDatabaseUrl } from '../testing/own-database-url.ts';

/** The migration of a release, as compose runs it, while its database is not there yet. */

type Program = ChildProcessByStdio<null, Readable, Readable>;

let program: Program | undefined;
let proxy: Server | undefined;
afterEach(async () => {
  program?.kill('SIGKILL');
  proxy?.close();
});

function startMigration(databaseUrl: string): Program {
  const path = join(import.meta.dirname, 'migrate.ts');
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  return spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a database that refuses connections is waited for, and said so once', async () => {
  const behind = new URL(ownDatabaseUrl());
  proxy = createServer((client) => {
    const database = connect(Number(behind.port), behind.hostname);
    for (const socket of [client, database]) socket.on('error', () => undefined);
    client.pipe(database).pipe(client);
  });
  const port = await listen(proxy);
  await new Promise((closed) => proxy?.close(closed));

  const asked = new URL(behind);
  asked.hostname = '127.0.0.1';
  asked.port = String(port);
  program = startMigration(asked.href);
  const ended = once(program, 'close');
  const lines: string[] = [];
  const isWaiting = Promise.withResolvers<void>();
  createInterface({ input: program.stdout }).on('line', (line) => {
    lines.push(line);
    isWaiting.resolve();
  });
  await Promise.race([isWaiting.promise, ended]);
  await listen(proxy, port);
  expect(await ended).toEqual([0, null]);
  expect(lines).toEqual([expect.stringContaining('takes no connections yet: waiting up to 30 s')]);
});

test.each([
  ['DATABASE_URL is not set', {}],
  ['DATABASE_URL is no address such as postgres://', { DATABASE_URL: 'postgres://user:hidden@host:port/name' }],
  [
    'DATABASE_OWNER_URL is no address such as postgres://',
    { DATABASE_URL: 'postgres://user@host/name', DATABASE_OWNER_URL: 'hidden' },
  ],
])('%s: a sentence, and the end', async (words, settings) => {
  const path = join(import.meta.dirname, 'migrate.ts');
  const env = { PATH: process.env['PATH'], ...settings };
  program = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [complained, [code]] = await Promise.all([text(program.stderr), once(program, 'close')]);
  expect([code, complained]).toEqual([1, expect.stringMatching(new RegExp(`^${words}[^\\n]*\\n$`))]);
  expect(complained).not.toContain('hidden');
});

test('any other error ends it at once', async () => {
  proxy = createServer((client) => client.destroy());
  program = startMigration(`postgres://escuta@127.0.0.1:${await listen(proxy)}/escuta`);
  const [said, complained, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  expect(code).toBe(1);
  expect(said).toBe('');
  expect(complained).toContain('The database escuta on 127.0.0.1');
});
