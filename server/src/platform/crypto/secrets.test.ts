// cspell:ignore changeme abcdefgabcdefgggfedcbaaabcdefggfedcba
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSigned, loadSecrets, secretsFrom } from './secrets.ts';

const settings = { secretKey: null, production: false };
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
  expect(
    loadSecrets({ ...settings, dataDir: folder })
      .sign('a purpose', 'a message')
      .toString('hex'),
  ).toBe(signatures[0]);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('production makes no key by itself, and no key is short', () => {
  expect(() => loadSecrets({ ...settings, dataDir: folder, production: true })).toThrow('SECRET_KEY is not set');
  expect(() => loadSecrets({ ...settings, secretKey: 'short', dataDir: folder })).toThrow('at least 32 characters');
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

test('what was signed under a key of before still counts, and what is signed now is under the key of today', () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)].map((key) => key.toString('hex'));
  const old = secretsFrom(first ?? '');
  const now = secretsFrom(third ?? '', [second ?? '', first ?? '']);
  const given = {
    purpose: 'a purpose',
    message: 'a message',
    signature: old.sign('a purpose', 'a message').subarray(0, 16),
  };
  expect(isSigned(now, given)).toBe(true);
  expect(isSigned(now, { ...given, message: 'another' })).toBe(false);
  expect(isSigned(now, { ...given, purpose: 'another' })).toBe(false);
  expect(isSigned(secretsFrom(third ?? '', [second ?? '']), given)).toBe(false);
  expect(now.sign('a purpose', 'a message').equals(old.sign('a purpose', 'a message'))).toBe(false);
  expect(new Set([now, ...now.previous].map(({ keyId }) => keyId.toString('hex'))).size).toBe(3);
});

test('the key of today among those of before is one key, and one of before is as long as any', () => {
  const key = randomBytes(32).toString('hex');
  expect(secretsFrom(key, [key]).previous).toEqual([]);
  expect(() => secretsFrom(key, ['short'])).toThrow('SECRET_KEYS_PREVIOUS must have at least 32 characters');
});

/** Signs a message in a thread that waits at the gate until all the others are there. */
async function signElsewhere(gate: Int32Array, starts: number): Promise<string> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ loadSecrets }) => {
      Atomics.add(workerData.gate, 0, 1);
      while (Atomics.load(workerData.gate, 0) < workerData.starts);
      parentPort.postMessage(loadSecrets({ secretKey: null, dataDir: workerData.folder, production: false }).sign('a purpose', 'a message').toString('hex'));
    });`;
  const module = new URL('secrets.ts', import.meta.url).href;
  const worker = new Worker(program, { eval: true, workerData: { module, gate, starts, folder } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}
