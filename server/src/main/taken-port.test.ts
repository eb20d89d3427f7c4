import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endProcesses, startProcess } from '../testing/own-process.ts';

/** Processes whose port another program has, or whose database is not there: they end, and say what to do. */

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
