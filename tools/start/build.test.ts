import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Build, isStale, runBuild } from './build.ts';

const build: Build = { workspace: 'page', sources: ['page', 'contract/src'] };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta build '));
  for (const folder of ['page/src', 'contract/src']) mkdirSync(join(root, folder), { recursive: true });
  write('package.json', JSON.stringify({ name: 'root', workspaces: ['page'] }));
  write('page/package.json', JSON.stringify({ name: 'page', version: '1.0.0', scripts: { build: 'node build.mjs' } }));
  write('page/build.mjs', "import { mkdirSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\n");
  write('contract/src/page.ts', 'export const page = 1;');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('builds again only when a source has changed', async () => {
  expect(isStale(root, build)).toBe(true);
  await runBuild({ root, build, environment: process.env });
  expect(isStale(root, build)).toBe(false);

  write('page/src/page.test.ts', 'a test is no source');
  expect(isStale(root, build)).toBe(false);
  write('contract/src/page.ts', 'export const page = 2;');
  expect(isStale(root, build)).toBe(true);
}, 20_000);

test('a result that somebody removed is built again', async () => {
  await runBuild({ root, build, environment: process.env });
  rmSync(join(root, 'page/dist'), { recursive: true });
  expect(isStale(root, build)).toBe(true);
}, 20_000);

test('a failing build tells its output and stays stale', async () => {
  write('page/build.mjs', "console.error('no such module');\nprocess.exit(1);\n");
  await expect(runBuild({ root, build, environment: process.env })).rejects.toThrow('no such module');
  expect(isStale(root, build)).toBe(true);
}, 20_000);

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}
