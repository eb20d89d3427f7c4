import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBackupSettings } from '#platform/config/backup-settings.ts';
import { readConfig } from '#platform/config/config.ts';
import { counters, gauges, histograms } from '#platform/metrics/metric-definitions.ts';

/** docs/operations.md, held to the code that it speaks of. */

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

function section(title: string): string {
  const [, rest] = page.split(`\n## ${title}\n`);
  return rest?.split('\n## ')[0] ?? '';
}

test('the table of settings names every variable that is read, and no other', () => {
  const read = new Set<string>();
  const recorder = new Proxy<Record<string, string>>(
    { DATABASE_URL: 'postgres://somewhere/escuta', BACKUP_DATABASE_URL: 'postgres://somewhere/escuta' },
    {
      get: (variables, name: string) => {
        read.add(name);
        return variables[name];
      },
    },
  );
  readConfig(recorder);
  readBackupSettings(recorder);
  // The migration has a database's owner beside it, whom api and worker never learn of.
  const migration = readFileSync(join(root, 'server/src/main/migrate.ts'), 'utf8');
  for (const [, name] of migration.matchAll(/\b(DATABASE_\w+): \w+/g)) read.add(String(name));
  const firstCells = section('Settings')
    .split('\n')
    .flatMap((line) => /^\| (`.+?`) \|/.exec(line)?.[1] ?? []);
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(read);
});

test('what compose.yaml asks for is told', () => {
  const asked = new Set(
    [...readFileSync(join(root, 'compose.yaml'), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? ''),
  );
  expect([...asked].filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\n${name}=`))).toEqual([]);
});

test('every metric is told, and every metric that is told exists', () => {
  const known = [...Object.keys(counters), ...Object.keys(histograms), ...Object.keys(gauges)];
  const told = [...section('Metrics').matchAll(/`(escuta_\w+)`/g)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(known));
  const inAlerts = [...(page.match(/```promql(.*?)```/s)?.[1] ?? '').matchAll(/escuta_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );
  expect(inAlerts.filter((name) => !known.includes(name))).toEqual([]);
});

test('every program and file of ours that the page names is there', () => {
  const paths = [...page.matchAll(/(?:server|docs|bench)\/[\w./-]+\.(?:ts|md)/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
