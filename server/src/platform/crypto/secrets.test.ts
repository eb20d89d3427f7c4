// cspell:ignore changeme abcdefgabcdefgggfedcbaaabcdefggfedcba
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, secretsFrom } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'escuta-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('processes that start at once on one folder have one key, which only its owner reads', async () => {
  const starts = 4;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const signatures = await Promise.all(Array.from({ length: starts }, () => signElsewhere(gate, starts)));
  expect(new Set(signatures).size).toBe(1);
  expect(loadSecrets(null, folder, false).sign('a purpose', 'a message').toString('hex')).toBe(signatures[0]);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('production makes no key by itself, and no key is short', () => {
  expect(() => loadSecrets(null, folder, true)).toThrow('SECRET_KEY is not set');
  expect(() => loadSecrets('short', folder, true)).toThrow('at least 32 characters');
});

test.each([
  'a'.repeat(64),
  'changeme'.repeat(4),
  '0123456789abcdef'.repeat(2),
  '12345678901234567890123456789012345',
  'abcdefgabcdefgggfedcbaaabcdefggfedcba',
])('no key is one that anybody would try: %s', (key) => {
  expect(() => secretsFrom(key)).toThrow('SECRET_KEY must be random');
});

test('a random key is taken, however it is written', () => {
  for (let made = 0; made < 200; made += 1) {
    const bytes = randomBytes(32);
    expect(() => [secretsFrom(bytes.toString('hex')), secretsFrom(bytes.toString('base64url'))]).not.toThrow();
  }
});

/** Signs a message in a thread that waits at the gate until all the others are there. */
async function signElsewhere(gate: Int32Array, starts: number): Promise<string> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ loadSecrets }) => {
      Atomics.add(workerData.gate, 0, 1);
      while (Atomics.load(workerData.gate, 0) < workerData.starts);
      parentPort.postMessage(loadSecrets(null, workerData.folder, false).sign('a purpose', 'a message').toString('hex'));
    });`;
  const module = new URL('secrets.ts', import.meta.url).href;
  const worker = new Worker(program, { eval: true, workerData: { module, gate, starts, folder } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}
