import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

test('of many rivals for one dead lock exactly one gets it', async () => {
  writeFileSync(path, `${deadPid()}\n\n`);
  const rivals = Array.from({ length: 6 }, startRival);
  await Promise.all(rivals.map((rival) => rival.nextLine()));
  // All are loaded and waiting: they go together.
  for (const { child } of rivals) child.stdin.write('go\n');
  const answers = await Promise.all(rivals.map((rival) => rival.nextLine()));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'FolderLockedError')).toHaveLength(5);
  const exits = rivals.map(({ child }) => once(child, 'exit'));
  for (const { child } of rivals) child.stdin.end();
  await Promise.all(exits);
}, 20_000);

test('a dead lock stays while a living rival is removing it, and goes once that rival has died', () => {
  const dead = `${deadPid()}\n\n`;
  writeFileSync(path, dead);
  writeFileSync(`${path}.removal`, `${process.ppid}\n\n`);
  expect(() => takeFolderLock(path)).toThrow('it comes back each time it is removed');
  expect(readFileSync(path, 'utf8')).toBe(dead);

  writeFileSync(`${path}.removal`, dead);
  takeFolderLock(path).release();
  writeFileSync(path, dead);
  writeFileSync(`${path}.removal`, '');
  takeFolderLock(path).release();
  expect(existsSync(`${path}.removal`)).toBe(false);
});

/** A process that takes the lock at the first line on its stdin, and holds it until stdin ends. */
function startRival() {
  const program = new URL('folder-lock.ts', import.meta.url).href;
  const script = `
    const { takeFolderLock } = await import(${JSON.stringify(program)});
    console.log('ready');
    process.stdin.once('data', () => {
      try { takeFolderLock(${JSON.stringify(path)}); console.log('taken'); } catch (error) { console.log(error.name); }
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => (await lines.next()).value as string };
}

function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}
