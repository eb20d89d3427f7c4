import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownDatabaseUrl } from '../testing/own-database-url.ts';

/** What somebody starts at the terminal: a setting or a database that cannot be used is one sentence, and code 1. */

const dataDir = mkdtempSync(join(tmpdir(), 'escuta-terminal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const options = [
  '--company',
  'A',
  '--unit',
  'B',
  '--timezone',
  'America/Bahia',
  '--name',
  'C',
  '--email',
  'c@d.example',
];
const programs = { 'create-company': options, demo: ['--yes'] };
const databaseUrl = ownDatabaseUrl();
/** A server that lets everybody in, as a pooler may, does not look at passwords; the embedded one has one database. */
const direct = process.env['TEST_DATABASE_DIRECT_URL'] ?? databaseUrl;
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;

function run(program: keyof typeof programs, environment: Record<string, string>, args: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${program}.ts`), ...programs[program], ...args],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment },
      input: 'a long password',
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr: stderr.trim() };
}

describe.each(['create-company', 'demo'] as const)('%s', (program) => {
  test.each([
    ['no address', {}, 'DATABASE_URL is not set'],
    ['another address', { DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must begin with postgres://'],
    ['half an address', { DATABASE_URL: 'postgres://user:pass@host:port/name' }, 'DATABASE_URL is no address such as'],
    ['a setting of mail', { DATABASE_URL: databaseUrl, SMTP_URL: 'ftp://hidden@x' }, 'SMTP_URL cannot be used: '],
    ['a folder', { DATABASE_URL: databaseUrl, DATA_DIR: '/dev/null/data' }, 'DATA_DIR must be a folder'],
    [
      'nobody there',
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
      'the database of DATABASE_URL cannot be reached',
    ],
    [
      'a wrong password',
      { DATABASE_URL: Object.assign(new URL(direct), { password: 'hidden' }).href },
      'DATABASE_URL has a user or a password that the database refuses',
    ],
  ])('%s', (_name, environment, words) => {
    const { status, stdout, stderr } = run(program, environment);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^${words}[^\\n]*$`));
    expect(stderr).not.toContain('hidden');
  });

  test.skipIf(isEmbedded)('a database that is not there, and one that is not migrated', () => {
    const missing = Object.assign(new URL(direct), { pathname: '/escuta_is_not_here' }).href;
    expect(run(program, { DATABASE_URL: missing })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^DATABASE_URL names a database that is not there[^\n]*$/),
    });
    const empty = Object.assign(new URL(direct), { pathname: '/template1' }).href;
    expect(run(program, { DATABASE_URL: empty })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/migrate\.ts[^\n]*$/),
    });
  });
});

test('create-company: an option that is not known', () => {
  const { status, stderr } = run('create-company', { DATABASE_URL: databaseUrl }, ['--colour', 'blue']);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Unknown option '--colour'[^\n]*$/)]);
});
