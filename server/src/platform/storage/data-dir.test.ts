import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDataDir, makeDataDir } from './data-dir.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'escuta data '));
  dataDir = join(folder, 'data');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('modes', () => {
  test('DATA_DIR is made for this user alone, and put right where it is not', () => {
    makeDataDir(dataDir);
    expect(modeOf(dataDir)).toBe(0o700);
    chmodSync(dataDir, 0o755);
    makeDataDir(dataDir);
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test('what an older release left open is closed; what is not ours stays as it is', () => {
    const ours = ['logs/escuta.log', 'files/imports/1/2.csv', 'outbox/1.eml', 'postgres/base/1/2', 'secret.key'];
    const others = ['notes.txt', 'bin/tool'];
    for (const name of [...ours, ...others]) make(name, 0o755);
    const outside = join(folder, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    symlinkSync(outside, join(dataDir, 'files', 'link'));

    closeDataDir(dataDir);
    expect([dataDir, join(dataDir, 'files'), join(dataDir, 'postgres/base')].map(modeOf)).toEqual([
      0o700, 0o700, 0o700,
    ]);
    expect(ours.map((name) => modeOf(join(dataDir, name)))).toEqual(ours.map(() => 0o700));
    expect(others.map((name) => modeOf(join(dataDir, name)))).toEqual(others.map(() => 0o755));
    expect(modeOf(outside)).toBe(0o644);
  });

  test('a folder that all may write to, such as /tmp, is not taken away from them', () => {
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o1777);
    makeDataDir(dataDir);
    expect(modeOf(dataDir)).toBe(0o1777);
  });
});

function make(name: string, mode: number): void {
  const path = join(dataDir, name);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o755 });
  writeFileSync(path, '');
  chmodSync(path, mode);
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777;
}
