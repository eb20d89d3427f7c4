import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertPortFree, assertWritable, refusePublicDemo, takeDataDir } from './preflight.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'escuta start '));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a writable data folder is made', () => {
  expect(() => assertWritable(join(folder, 'a', 'b'))).not.toThrow();
});

test('a data folder that cannot be written is named, with the way out', () => {
  // Below a file nobody can create a folder, not even root, whom permissions do not bind.
  writeFileSync(join(folder, 'file'), '');
  const dataDir = join(folder, 'file', 'data');
  expect(() => assertWritable(dataDir)).toThrow(`${dataDir} cannot be written (ENOTDIR).`);
  expect(() => assertWritable(dataDir)).toThrow('DATA_DIR=');
});

test('a data folder where the system makes none is refused at once', () => {
  expect(() => assertWritable('/proc/escuta')).toThrow('/proc/escuta cannot be written');
});

test('demo users stay on this machine unless --demo says otherwise', () => {
  const start = { hasDemo: true, demo: undefined, host: '0.0.0.0', dataDir: '/data' };
  expect(() => refusePublicDemo(start)).toThrow('/data holds the demo users');
  for (const meant of [{ host: '127.0.0.1' }, { demo: true }, { hasDemo: false }]) {
    expect(() => refusePublicDemo({ ...start, ...meant })).not.toThrow();
  }
});

test('a second start on the same folder is refused, a start beside it is not', async () => {
  const first = await takeDataDir(folder, 0);
  await expect(takeDataDir(folder, 0)).rejects.toThrow(`Escuta already runs on ${folder} (process ${process.pid}).`);
  const other = join(folder, 'other');
  assertWritable(other);
  const beside = await takeDataDir(other, 0);
  beside.lock.release();
  first.lock.release();
});

test('a start waits for one that is stopping', async () => {
  const first = await takeDataDir(folder, 0);
  const second = takeDataDir(folder, 5_000);
  first.lock.release();
  await expect(second).resolves.toMatchObject({ leftovers: true });
});

test('a killed predecessor leaves its lock, and the next start knows', async () => {
  writeFileSync(join(folder, 'escuta.lock'), '');
  const { leftovers, lock } = await takeDataDir(folder, 0);
  expect(leftovers).toBe(true);
  lock.release();
  expect((await takeDataDir(folder, 0)).leftovers).toBe(false);
});

test('a taken port is named, with another one to choose', async () => {
  const server = createServer();
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(`Port ${port} is taken by another program.`);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  server.close(() => close());
  await closed;
  await expect(assertPortFree('127.0.0.1', port)).resolves.toBeUndefined();
});

test('an address that is not of this machine is named', async () => {
  await expect(assertPortFree('192.0.2.1', 3199)).rejects.toThrow('Cannot listen on 192.0.2.1 port 3199');
});
