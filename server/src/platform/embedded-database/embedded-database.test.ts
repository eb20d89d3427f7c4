import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockHolder } from './folder-lock.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './start-embedded-database.ts';

// One folder for the whole file: creating a cluster is the slow part (2 s), reopening it is not.
let folder: string;
let dataDir: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'escuta database '));
  dataDir = join(folder, 'postgres');
  database = await startEmbeddedDatabase({ dataDir });
  await query('CREATE TABLE kept (number int PRIMARY KEY)');
}, 30_000);

afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('serves the PostgreSQL protocol, with the extensions the migrations need', async () => {
  const { rows } = await query("SELECT count(*)::int AS found FROM pg_available_extensions WHERE name = 'pg_trgm'");
  expect(rows).toEqual([{ found: 1 }]);
});

test('keeps the statements of many connections apart, inside transactions and outside', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  const large = 'x'.repeat(300_000);
  await Promise.all(
    Array.from({ length: 8 }, async (_nothing, worker) => {
      for (let round = 0; round < 60; round += 1) {
        const alone = await pool.query('SELECT $1::int + $2::int AS sum', [worker, round]);
        expect(alone.rows).toEqual([{ sum: worker + round }]);
        if (round % 10 !== 0) continue;
        const client = await pool.connect();
        await client.query('BEGIN');
        const inside = await client.query('SELECT length($1) AS length, $2::text AS worker', [large, worker]);
        await client.query('COMMIT');
        client.release();
        expect(inside.rows).toEqual([{ length: large.length, worker: String(worker) }]);
      }
    }),
  );
  await pool.end();
}, 20_000);

test('goes on after a statement that fails and after a client that dies in its transaction', async () => {
  await expect(query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
  const dying = new pg.Client({ connectionString: database.url });
  dying.on('error', () => undefined);
  await dying.connect();
  await dying.query('BEGIN');
  await dying.query('CREATE TABLE never (number int)');
  Reflect.get(dying, 'connection').stream.destroy();
  const { rows } = await query("SELECT to_regclass('never') AS found");
  expect(rows).toEqual([{ found: null }]);
}, 20_000);

test('refuses a second opener and names the first', async () => {
  const second = startEmbeddedDatabase({ dataDir });
  await expect(second).rejects.toThrow(`already open in process ${database.process.pid}`);
  expect(lockHolder(`${dataDir}.lock`)).toBe(database.process.pid);
});

test('keeps every acknowledged row when it is killed, and opens again at once', async () => {
  for (let number = 0; number < 50; number++) await query('INSERT INTO kept VALUES ($1)', [number]);
  const ended = once(database.process, 'exit');
  database.process.kill('SIGKILL');
  await ended;
  expect(existsSync(`${dataDir}.lock`)).toBe(true);

  database = await startEmbeddedDatabase({ dataDir });
  const { rows } = await query('SELECT count(*)::int AS rows FROM kept');
  expect(rows).toEqual([{ rows: 50 }]);
}, 20_000);

test('SIGTERM closes it, gives the lock back and ends with 0', async () => {
  const ended = once(database.process, 'exit');
  database.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(`${dataDir}.lock`)).toBe(false);
  database = await startEmbeddedDatabase({ dataDir });
}, 20_000);

test('ends when the process that started it is killed', async () => {
  await database.stop();
  const starter = new URL('start-embedded-database.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(starter)});
    const database = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(database.process.pid);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  expect(lockHolder(`${dataDir}.lock`)).toBe(Number(pid));

  parent.kill('SIGKILL');
  await expect.poll(() => lockHolder(`${dataDir}.lock`), { timeout: 10_000 }).toBeUndefined();
  database = await startEmbeddedDatabase({ dataDir });
}, 30_000);

async function query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
