import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLockedError, lockHolder, takeFolderLock } from './folder-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'escuta lock '));
  path = join(folder, 'data.lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('holds the pid, and gives the file back on release', () => {
  const lock = takeFolderLock(path);
  expect(readFileSync(path, 'utf8').split('\n')[0]).toBe(String(process.pid));
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test('is refused while its holder lives, and says who that is', () => {
  takeFolderLock(path);
  expect(() => takeFolderLock(path)).toThrow(FolderLockedError);
  expect(lockHolder(path)).toBe(process.pid);
});

test('is taken from a dead process, however young the file is', () => {
  writeFileSync(path, `${deadPid()}\n\n`);
  expect(lockHolder(path)).toBeUndefined();
  takeFolderLock(path);
  expect(lockHolder(path)).toBe(process.pid);
});

test('is not taken from a living process, however old the file is', () => {
  writeFileSync(path, `${process.ppid}\n\n`);
  expect(() => takeFolderLock(path)).toThrow(`held by the running process ${process.ppid}`);
});

test.runIf(process.platform === 'linux')('is taken from a stranger that got the pid of the dead holder', () => {
  writeFileSync(path, `${process.ppid}\nanother-boot:1\n`);
  takeFolderLock(path);
  expect(lockHolder(path)).toBe(process.pid);
});

test('is taken when its writer died before it wrote', () => {
  writeFileSync(path, '');
  takeFolderLock(path);
  expect(lockHolder(path)).toBe(process.pid);
});

test('release leaves the lock of somebody else alone', () => {
  const lock = takeFolderLock(path);
  writeFileSync(path, `${process.ppid}\n\n`);
  lock.release();
  expect(lockHolder(path)).toBe(process.ppid);
});

function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}
