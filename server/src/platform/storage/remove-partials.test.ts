import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removePartials } from './remove-partials.ts';

const before = new Date('2026-11-26T12:00:00Z');
const [older, younger] = [new Date(before.getTime() - 1), new Date(before.getTime() + 1)];
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta-partials-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folder = () => join(root, 'files');

/** Makes a file that was last written to at a moment. */
function make(path: string, writtenAt: Date): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'Ana');
  utimesSync(path, writtenAt, writtenAt);
}

/** The files below the folder, where no links are. */
function left(): string[] {
  return readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

test('half-written files that are old go, from all folders; young ones and all other files stay', async () => {
  for (const name of ['1.csv.0190.partial', 'imports/a/2.csv.0191.partial', 'exports/a/b/c/3.xlsx.0192.partial'])
    make(join(folder(), name), older);
  make(join(folder(), 'imports/a/young.csv.0193.partial'), younger);
  for (const name of ['imports/a/whole.csv', 'exports/a/b/partial', 'exports/a.partial/b.partial.csv'])
    make(join(folder(), name), older);

  expect(await removePartials(folder(), before)).toBe(3);
  expect(left()).toEqual(['b.partial.csv', 'partial', 'whole.csv', 'young.csv.0193.partial']);
  expect(await removePartials(folder(), before)).toBe(0);
});

test.skipIf(process.platform === 'win32')('links are neither followed nor removed', async () => {
  const outside = join(root, 'outside', '1.csv.0190.partial');
  make(outside, older);
  mkdirSync(folder());
  symlinkSync(dirname(outside), join(folder(), 'imports'));
  symlinkSync(outside, join(folder(), 'link.partial'));
  lutimesSync(join(folder(), 'link.partial'), older, older);
  expect(await removePartials(folder(), before)).toBe(0);
  expect(existsSync(outside)).toBe(true);
  expect(readdirSync(folder()).toSorted()).toEqual(['imports', 'link.partial']);
});

test('before the first file there is nothing to remove', async () => {
  expect(await removePartials(folder(), before)).toBe(0);
});

test('files and folders that vanish meanwhile are no error', async () => {
  const makeMany = () => {
    for (let number = 0; number < 50; number += 1) make(join(folder(), `${number}/1.csv.0190.partial`), older);
  };
  makeMany();
  // Of two that remove the same files each finds that some have gone.
  const removed = await Promise.all([removePartials(folder(), before), removePartials(folder(), before)]);
  expect(removed[0] + removed[1]).toBe(50);

  makeMany();
  const removing = removePartials(folder(), before);
  rmSync(folder(), { recursive: true });
  expect(await removing).toBe(0);
});
