import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, backUp, backupProgram, canDump, createDatabase, dropDatabases } from '../testing/backup-databases.ts';

/** backup.ts: what it makes, what it removes and when, and what is left where it fails or is killed. */

const isAble = await canDump();
const dayMs = 24 * 60 * 60_000;
/** How long a test waits for what must come; no program takes a part of it. */
const waitMs = 60_000;
const wholeName = /^escuta-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;

let databaseUrl = '';
let root: string;
let source: Record<string, string>;
const started = new Set<ChildProcess>();

beforeAll(async () => {
  if (!isAble) return;
  databaseUrl = await createDatabase();
  await ask(databaseUrl, `CREATE TABLE guests AS SELECT 'Ana' AS name`);
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta-backups-'));
  source = { BACKUP_DATABASE_URL: databaseUrl, DATA_DIR: join(root, 'data') };
  mkdirSync(join(root, 'data/files/imports'), { recursive: true });
  writeFileSync(join(root, 'data/files/imports/1.csv'), 'nome\nAna\n');
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});
afterAll(dropDatabases);

const folder = () => join(root, 'backups');
const backUpHere = (environment: Record<string, string> = {}) =>
  backUp({ ...source, ...environment }, ['--to', folder()]);
/** A database that lets nobody in. */
const away = { BACKUP_DATABASE_URL: 'postgres://escuta:hidden@127.0.0.1:1/escuta' };

/** A whole backup that was begun so many days ago. */
function leaveBackup(days: number): string {
  const name = `escuta-${new Date(Date.now() - days * dayMs).toISOString().replaceAll(':', '')}`;
  mkdirSync(join(folder(), name), { recursive: true });
  writeFileSync(join(folder(), name, 'database.dump'), 'a dump');
  writeFileSync(join(folder(), name, 'files.tar'), 'an archive');
  return name;
}

/** What is there that is called as a whole backup is. */
const wholeBackups = () => readdirSync(folder()).filter((name) => wholeName.test(name));

function modeOf(...path: string[]): number {
  return statSync(join(folder(), ...path)).mode & 0o777;
}

/** Starts the program and leaves it running; `lines` are those of its log so far. */
function start(args: readonly string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], ...source, ...environment };
  const child = spawn(process.execPath, [backupProgram, '--to', folder(), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const messages = () => lines.map(({ msg }) => String(msg));
  return { child, lines, messages, ended };
}

/** Has the dump of `work` wait in the middle, for a table that somebody else holds. */
async function whileDumpWaits(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE guests IN ACCESS EXCLUSIVE MODE');
    await work();
  } finally {
    await client.end();
  }
}

const waitingDumps = async () =>
  (
    await ask(
      databaseUrl,
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'pg_dump' AND wait_event_type = 'Lock'`,
    )
  ).length;
async function untilDumpWaits(): Promise<void> {
  await expect.poll(waitingDumps, { timeout: waitMs }).toBe(1);
}

/** How every process of the machine was called, with its arguments. */
function commandLines(): string[] {
  if (!existsSync('/proc')) return execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
}

/** A process may be gone by now. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

describe.skipIf(!isAble)('a backup', () => {
  test('[PRIVACY-14] is the database and the files, for this user alone, and one line says so', async () => {
    const { code, stdout, stderr, lastLine } = await backUpHere();
    expect([code, stderr, stdout.trim().split('\n').length]).toEqual([0, '', 1]);
    const backup = String(lastLine['backup']);
    expect(readdirSync(folder())).toEqual([backup]);
    expect(lastLine).toMatchObject({
      level: 'info',
      name: 'backup',
      msg: 'backup made',
      databaseBytes: statSync(join(folder(), backup, 'database.dump')).size,
      files: 1,
      filesBytes: statSync(join(folder(), backup, 'files.tar')).size,
      removed: 0,
      kept: 1,
      keepDays: 30,
      newestAgeHours: 0,
      isOverdue: false,
    });
    expect([modeOf(), modeOf(backup)]).toEqual([0o700, 0o700]);
    expect([modeOf(backup, 'database.dump'), modeOf(backup, 'files.tar')]).toEqual([0o600, 0o600]);

    const restored = await createDatabase();
    execFileSync('pg_restore', ['--exit-on-error', '--dbname', restored, join(folder(), backup, 'database.dump')]);
    expect(await ask(restored, 'SELECT name FROM guests')).toEqual([{ name: 'Ana' }]);
    const unpacked = execFileSync('tar', ['-xOf', join(folder(), backup, 'files.tar'), 'files/imports/1.csv']);
    expect(unpacked.toString()).toBe('nome\nAna\n');
  });

  test('leaves the files of a bucket to the bucket, and needs no folder of them', async () => {
    const inBucket = { FILES_URL: 's3://key:secret@bucket.example/escuta', DATA_DIR: join(root, 'nowhere') };
    const { code, lastLine } = await backUpHere(inBucket);
    expect([code, lastLine['files'], lastLine['filesBytes']]).toEqual([0, null, null]);
    expect(readdirSync(join(folder(), String(lastLine['backup'])))).toEqual(['database.dump']);
  });

  test('[PRIVACY-14] goes after BACKUP_DAYS, thirty days where nobody says, when a new one is there', async () => {
    const [month, younger, older] = [leaveBackup(29), leaveBackup(34), leaveBackup(36)];
    const longest = await backUpHere({ BACKUP_DAYS: '35' });
    expect(longest.lastLine).toMatchObject({ removed: 1, kept: 3, keepDays: 35 });
    expect(wholeBackups()).not.toContain(older);
    expect(wholeBackups()).toEqual(expect.arrayContaining([month, younger, longest.lastLine['backup']]));
    const usual = await backUpHere();
    expect(usual.lastLine).toMatchObject({ removed: 1, kept: 3, keepDays: 30 });
    expect(wholeBackups().toSorted()).toEqual(
      [month, longest.lastLine['backup'], usual.lastLine['backup']].map(String).toSorted(),
    );
  });

  test('[PRIVACY-14] goes whole, and what the program did not make stays', async () => {
    const expired = leaveBackup(60);
    writeFileSync(join(folder(), expired, 'contacts extracted from it.csv'), 'Ana');
    const foreign = ['escuta.dump', 'notes.txt', `${expired}.txt`, 'escuta-2019-01-01', 'other.partial'];
    for (const name of foreign) writeFileSync(join(folder(), name), 'old');
    const file = leaveBackup(90);
    rmSync(join(folder(), file), { recursive: true });
    writeFileSync(join(folder(), file), 'a file with the name of a backup');
    mkdirSync(join(folder(), 'by hand'));
    const { lastLine } = await backUpHere();
    expect(readdirSync(folder()).toSorted()).toEqual(
      [...foreign, file, 'by hand', String(lastLine['backup'])].toSorted(),
    );
  });

  test('[PRIVACY-14] that cannot be made costs none that may stay; those of thirty-five days go all the same', async () => {
    const [newest, waiting, beyond] = [leaveBackup(3), leaveBackup(34), leaveBackup(36)];
    const { code, stdout, lastLine } = await backUpHere({ ...away, BACKUP_DAYS: '7' });
    expect(code).toBe(1);
    expect(lastLine).toMatchObject({
      level: 'error',
      msg: 'backup failed',
      err: { message: expect.stringMatching(/^pg_dump ended with 1: .*refused/) },
      removed: 1,
      kept: 2,
      newestAgeHours: 72,
      isOverdue: false,
    });
    expect(stdout).not.toContain('hidden');
    expect(readdirSync(folder()).toSorted()).toEqual([newest, waiting].toSorted());
    expect(wholeBackups()).not.toContain(beyond);
    // With the next one that is made, those that waited go.
    const next = await backUpHere({ BACKUP_DAYS: '7' });
    expect(readdirSync(folder()).toSorted()).toEqual([newest, String(next.lastLine['backup'])].toSorted());
  });

  test('[PRIVACY-14] that is the only one stays where no new one can be made, and is said to be overdue', async () => {
    const [only] = [leaveBackup(40), leaveBackup(50)];
    const { code, lastLine } = await backUpHere(away);
    expect([code, lastLine['isOverdue'], lastLine['removed']]).toEqual([1, true, 1]);
    expect(readdirSync(folder())).toEqual([only]);
  });

  test('without a file that cannot be read is none', async () => {
    symlinkSync('loop.csv', join(root, 'data/files/loop.csv'));
    const { code, lastLine } = await backUpHere();
    expect([code, lastLine['msg'], readdirSync(folder())]).toEqual([1, 'backup failed', []]);
    rmSync(join(root, 'data/files/loop.csv'));
  });

  test('[PRIVACY-14] that is cut off in the middle counts for nothing, and the next run clears it away', async () => {
    const before = leaveBackup(2);
    await whileDumpWaits(async () => {
      const { child, ended } = start([]);
      await untilDumpWaits();
      child.kill('SIGKILL');
      await ended;
      const rests = readdirSync(folder()).filter((name) => name.endsWith('.partial'));
      expect(rests).toHaveLength(1);
      expect(existsSync(join(folder(), String(rests[0]), 'database.dump'))).toBe(true);
      expect(wholeBackups()).toEqual([before]);
      // What was being removed is no backup either.
      const going = leaveBackup(1);
      renameSync(join(folder(), going), join(folder(), `${going}.going`));
    });
    const { code, lastLine } = await backUpHere();
    expect([code, lastLine['kept']]).toEqual([0, 2]);
    expect(readdirSync(folder()).toSorted()).toEqual([before, String(lastLine['backup'])].toSorted());
  });

  test('that is being made is left alone by another run, which says so', async () => {
    await whileDumpWaits(async () => {
      const first = start([]);
      await untilDumpWaits();
      const second = await backUpHere();
      expect([second.code, second.lastLine['msg']]).toEqual([1, 'backup failed']);
      expect(second.lastLine['err']).toMatchObject({ message: expect.stringMatching(/held by the running process/) });
      expect(readdirSync(folder()).filter((name) => name.endsWith('.partial'))).toHaveLength(1);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(1);
      expect(first.messages()).toEqual(['backup given up: asked to stop']);
      expect(readdirSync(folder())).toEqual([]);
    });
  });

  test('shows its password in no list of processes', async () => {
    const password = new URL(databaseUrl).password;
    await whileDumpWaits(async () => {
      const { child, ended } = start([]);
      await untilDumpWaits();
      const dump = commandLines().find((line) => line.includes('pg_dump') && line.includes(folder()));
      expect(dump).toContain('--dbname=postgres://');
      expect(password).not.toBe('');
      expect(dump).not.toContain(password);
      child.kill('SIGTERM');
      await ended;
    });
  });
});

describe.skipIf(!isAble)('the service', () => {
  test('[PRIVACY-14] makes one at once, removes what has expired, and ends when it is told to', async () => {
    leaveBackup(36);
    const { child, lines, messages, ended } = start(['--every', '24']);
    await expect.poll(messages, { timeout: waitMs }).toContain('backup made');
    expect(lines[0]).toMatchObject({ msg: 'making backups', everyHours: 24, keepDays: 30 });
    expect(lines[1]).toMatchObject({ removed: 1, kept: 1 });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(wholeBackups()).toEqual([lines[1]?.['backup']]);
  });

  test('[PRIVACY-14] makes none while the last is younger than asked, and removes what is beyond thirty-five days', async () => {
    const [last, waiting] = [leaveBackup(0.9), leaveBackup(34)];
    leaveBackup(36);
    const { child, lines, messages, ended } = start(['--every', '24']);
    await expect.poll(messages, { timeout: waitMs }).toContain('expired backups removed');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(lines[1]).toMatchObject({ removed: 1 });
    expect(messages().toSorted()).toEqual(['expired backups removed', 'making backups', 'stopped', 'stopping']);
    expect(readdirSync(folder()).toSorted()).toEqual([last, waiting].toSorted());
  });

  test('goes on after one that failed', async () => {
    const { child, messages, ended } = start(['--every', '1'], away);
    await expect.poll(messages, { timeout: waitMs }).toContain('backup failed');
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('that is told to end gives up what it is making, and leaves nothing of it', async () => {
    await whileDumpWaits(async () => {
      const { child, messages, ended } = start(['--every', '24']);
      await untilDumpWaits();
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      // Sorted: of the last two lines before an end either may be written first.
      expect(messages().toSorted()).toEqual([
        'backup given up: asked to stop',
        'making backups',
        'stopped',
        'stopping',
      ]);
      expect(readdirSync(folder())).toEqual([]);
      await expect.poll(waitingDumps, { timeout: waitMs }).toBe(0);
    });
  });
});

describe('what cannot be used is one sentence, and code 1', () => {
  test.each([
    [
      '[PRIVACY-14] more than thirty-five days',
      { BACKUP_DAYS: '36' },
      [],
      /^BACKUP_DAYS must be .* from 1 to 35: people who are erased/,
    ],
    [
      'no database',
      { BACKUP_DATABASE_URL: '' },
      [],
      /^BACKUP_DATABASE_URL is not set, and neither is DATABASE_OWNER_URL/,
    ],
    [
      'a folder of files that is not there',
      { DATA_DIR: '/dev/null/data' },
      [],
      /^DATA_DIR must be the folder of the product/,
    ],
    [
      'a folder that cannot be made',
      {},
      ['--to', '/dev/null/backups'],
      /^--to must be a folder that this user can make/,
    ],
    ['no folder', {}, ['--to', ''], /^Missing: --to/],
    ['hours that are none', {}, ['--every', '0'], /^--every must be a whole number of hours from 1 to 168/],
    ['an option that is not known', {}, ['--colour', 'blue'], /^Unknown option '--colour'/],
  ])('%s', async (_name, environment, args, words) => {
    const usable = { BACKUP_DATABASE_URL: 'postgres://escuta:hidden@127.0.0.1:1/escuta' };
    const kept = leaveBackup(36);
    const { code, stdout, stderr } = await backUp({ ...source, ...usable, ...environment }, [
      '--to',
      folder(),
      ...args,
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr.trim()).not.toMatch(/\n|hidden/);
    expect(readdirSync(folder())).toEqual([kept]);
  });
});
