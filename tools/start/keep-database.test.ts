import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lockHolder } from '../../server/src/platform/storage/folder-lock.ts';
import { type KeptDatabase, keepDatabase } from './keep-database.ts';

let folder: string;
let dataDir: string;
let database: KeptDatabase;
const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line), tail: () => lines.slice(-5) };

// One folder for the whole file: creating a cluster is the slow part.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'escuta keep '));
  dataDir = join(folder, 'postgres');
});

beforeEach(async () => {
  lines.length = 0;
  database = await keepDatabase(dataDir, log);
}, 90_000);

afterEach(() => database.stop(), 30_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Kills the process that holds the database, and answers its number. */
async function kill(): Promise<number> {
  const pid = await vi.waitFor(
    () => {
      const holder = lockHolder(`${dataDir}.lock`);
      if (holder === undefined) throw new Error('nobody holds the database');
      return holder;
    },
    { timeout: 30_000, interval: 5 },
  );
  process.kill(pid, 'SIGKILL');
  return pid;
}

test('a killed database is there again, at the same address and with its rows', async () => {
  await ask('CREATE TABLE kept AS SELECT 7 AS number');
  await kill();
  await vi.waitFor(async () => expect(await ask('SELECT number FROM kept')).toEqual([{ number: 7 }]), {
    timeout: 60_000,
    interval: 50,
  });
  expect(lines[0]).toBe('The embedded database ended unexpectedly (SIGKILL): starting it again.');
}, 90_000);

test('after five starts within a minute it gives up, in words', async () => {
  const killed = new Set<number>();
  const lost = database.lost.then(
    () => '',
    (error: Error) => error.message,
  );
  let isLost = false;
  void lost.then(() => (isLost = true));
  while (!isLost && killed.size < 20) {
    // A killed process may hold the lock for another moment.
    const holder = lockHolder(`${dataDir}.lock`);
    if (holder !== undefined && !killed.has(holder)) {
      process.kill(holder, 'SIGKILL');
      killed.add(holder);
    }
    await vi.waitFor(() => expect(isLost || isOther(killed)).toBe(true), { timeout: 60_000, interval: 5 });
  }
  expect(await lost).toMatch(/^The embedded database ended 6 times within a minute, at last so: /);
  expect(killed.size).toBe(6);
}, 120_000);

test('a stop is no end to mend', async () => {
  await database.stop();
  expect(lines).toEqual([]);
  expect(lockHolder(`${dataDir}.lock`)).toBeUndefined();
});

function isOther(killed: ReadonlySet<number>): boolean {
  const holder = lockHolder(`${dataDir}.lock`);
  return holder !== undefined && !killed.has(holder);
}
