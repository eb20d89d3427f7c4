import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endProcesses, startProcess } from '../testing/own-process.ts';

/** Processes that cannot start, for a port, a setting or a database: they end, and say what to do. */

let other: Server;
let taken: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'escuta-port-'));
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  taken = String((other.address() as AddressInfo).port);
});
afterEach(endProcesses);
afterAll(() => {
  other.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: dataDir });

test.each(['api', 'worker'] as const)('%s: the port of operations is taken', async (program) => {
  const starting = startProcess(program, { ...environment(), OPERATIONS_PORT: taken });
  await expect(starting).rejects.toThrow('its port is taken by another program');
});

test('api: the port of the product is taken', async () => {
  const starting = startProcess('api', { ...environment(), PORT: taken });
  await expect(starting).rejects.toThrow('its port is taken by another program');
});

test('worker: the database is not there', async () => {
  await expect(startProcess('worker', environment())).rejects.toThrow('the database of DATABASE_URL cannot be reached');
});

describe.each(['api', 'worker'] as const)('%s: a setting that cannot be used', (program) => {
  test.each([
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug'],
    ['SMTP_URL', 'https://user:hidden@mail.example', 'SMTP_URL cannot be used: '],
    ['DATA_DIR', '/dev/null/data', 'DATA_DIR must be a folder that this user can make and write'],
  ])('%s', async (name, value, words) => {
    const starting = startProcess(program, { ...environment(), [name]: value });
    const failure = await starting.then(
      () => 'started',
      (error: Error) => error.message,
    );
    const [, ...lines] = failure.split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      name: program,
      msg: expect.stringContaining(words),
    });
    expect(lines[0]).not.toContain('hidden');
  });
});
