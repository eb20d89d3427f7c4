import { expect, test } from 'vitest';
import { checkDependencies } from './dependencies/check.ts';

const packages = {
  'package.json': '{ "name": "escuta", "devDependencies": { "vitest": "4.1.12" } }',
  'server/package.json':
    '{ "name": "@escuta/server", "dependencies": { "zod": "4.6.7", "@escuta/contract": "0.1.0" } }',
  'contract/package.json': '{ "name": "@escuta/contract", "dependencies": { "zod": "4.6.7" } }',
};
const table =
  '| name | what for | why this one |\n|---|---|---|\n| `zod` | schemas | typed |\n| `vitest` | tests | quick |\n';
const lock =
  '{ "packages": { "node_modules/zod": { "version": "4.6.7" }, "server": { "resolved": "server", "link": true } } }';

function check(changes: { packages?: Record<string, string>; table?: string; lock?: string }): string[] {
  const files = new Map(Object.entries({ ...packages, ...changes.packages }));
  return checkDependencies(files, changes.table ?? table, changes.lock ?? lock).map(
    ({ file, message }) => `${file} ${message}`,
  );
}

test('pinned and explained dependencies pass', () => {
  expect(check({})).toEqual([]);
});

test.each(['^4.6.7', '~4.6.7', '4.6', '*', 'latest', '>=4', 'github:colinhacks/zod'])('“%s” is no pin', (version) => {
  const found = check({ packages: { 'contract/package.json': `{ "dependencies": { "zod": "${version}" } }` } });
  expect(found).toContainEqual(expect.stringContaining('pin one exact version'));
});

test('two versions of one dependency', () => {
  const found = check({
    packages: { 'contract/package.json': '{ "name": "@escuta/contract", "dependencies": { "zod": "4.6.8" } }' },
  });
  expect(found).toMatchObject([expect.stringContaining('choose one')]);
});

test('a dependency without its line', () => {
  expect(check({ table: table.replace(/.*vitest.*\n/, '') })).toMatchObject([
    expect.stringContaining('vitest has no line'),
  ]);
});

test('a line without its dependency', () => {
  expect(check({ table: `${table}| \`lodash\` | all | habit |\n` })).toMatchObject([
    expect.stringContaining('lodash is no dependency'),
  ]);
});

test('a line without a reason', () => {
  expect(check({ table: table.replace('| quick |', '| |') })).toMatchObject([
    expect.stringContaining('vitest needs three cells'),
  ]);
});

test('an address in the lock file', () => {
  const address = lock.replace(
    '"version": "4.6.7"',
    '"version": "4.6.7", "resolved": "https://registry.example/zod.tgz"',
  );
  expect(check({ lock: address })).toMatchObject([expect.stringContaining('names the address')]);
});
