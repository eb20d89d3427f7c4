import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTar } from './write-tar.ts';

const hasTar = spawnSync('tar', ['--version']).status === 0;
const goesOn = new AbortController().signal;
let root: string;
let path: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta-tar-'));
  path = join(root, 'files.tar');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folder = () => join(root, 'data', 'files');

function make(name: string, content: Buffer | string): void {
  mkdirSync(dirname(join(folder(), name)), { recursive: true });
  writeFileSync(join(folder(), name), content);
}

function unpack(): string {
  const unpacked = join(root, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-C', unpacked, '-xf', path]);
  return unpacked;
}

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test.skipIf(!hasTar)('what the tar of the system unpacks is what was there, private, with its times', async () => {
  const deep = `${'a'.repeat(120)}/${'b'.repeat(120)}/${'c'.repeat(195)}.csv`;
  const names = ['imports/empty', 'imports/1.csv', 'imports/512.csv', 'exports/513.csv', 'exports/large.xlsx', deep];
  const sizes = [0, 1, 512, 513, 300_000, 7];
  for (const [index, name] of names.entries()) make(name, randomBytes(sizes[index] ?? 0));
  utimesSync(join(folder(), 'imports/1.csv'), 1_700_000_000, 1_700_000_000);

  expect(await writeTar(folder(), { path, name: 'files', signal: goesOn })).toBe(names.length);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const unpacked = unpack();
  for (const name of names) {
    expect(sumOf(join(unpacked, 'files', name))).toBe(sumOf(join(folder(), name)));
    expect(statSync(join(unpacked, 'files', name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(join(unpacked, 'files/imports')).mode & 0o777).toBe(0o700);
  expect(statSync(join(unpacked, 'files/imports/1.csv')).mtimeMs).toBe(1_700_000_000_000);
});

test.skipIf(!hasTar)('links are followed, as who reads the files follows them', async () => {
  mkdirSync(join(root, 'other disk'));
  writeFileSync(join(root, 'other disk', '1.csv'), 'Ana');
  mkdirSync(folder(), { recursive: true });
  symlinkSync(join(root, 'other disk'), join(folder(), 'imports'));
  await writeTar(folder(), { path, name: 'files', signal: goesOn });
  expect(readFileSync(join(unpack(), 'files/imports/1.csv'), 'utf8')).toBe('Ana');
});

test.skipIf(!hasTar)('what is being written is left out, and so is what has gone', async () => {
  make('imports/1.csv', 'whole');
  make('imports/2.csv.0190.partial', 'half');
  symlinkSync(join(root, 'nowhere'), join(folder(), 'imports', 'gone.csv'));
  expect(await writeTar(folder(), { path, name: 'files', signal: goesOn })).toBe(1);
  expect(execFileSync('tar', ['-tf', path], { encoding: 'utf8' })).toBe(
    'files/\nfiles/imports/\nfiles/imports/1.csv\n',
  );
});

test.skipIf(!hasTar)('before the first file there is none', async () => {
  expect(await writeTar(folder(), { path, name: 'files', signal: goesOn })).toBe(0);
  expect(existsSync(join(unpack(), 'files'))).toBe(true);
});

test('a file that cannot be read, and whoever ends it, is an error', async () => {
  make('imports/1.csv', 'Ana');
  await expect(writeTar(folder(), { path, name: 'files', signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  const stopping = new AbortController();
  for (let number = 0; number < 200; number += 1) make(`exports/${number}/all.csv`, 'x'.repeat(100_000));
  const ended = writeTar(folder(), { path, name: 'files', signal: stopping.signal });
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(0));
  stopping.abort();
  await expect(ended).rejects.toThrow(/abort/i);
  symlinkSync('loop.csv', join(folder(), 'imports', 'loop.csv'));
  await expect(writeTar(folder(), { path, name: 'files', signal: goesOn })).rejects.toThrow('ELOOP');
});
