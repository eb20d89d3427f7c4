import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockHolder } from '#platform/storage/folder-lock.ts';
import { tendOnce } from './tend-tables.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './start-embedded-database.ts';

vi.setConfig({ testTimeout: 30_000 });

// One folder for the whole file: creating a cluster is the slow part (2 s), reopening it is not.
let folder: string;
let dataDir: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'escuta database '));
  dataDir = join(folder, 'postgres');
  database = await startEmbeddedDatabase({ dataDir });
  await query('CREATE TABLE kept (number int PRIMARY KEY)');
}, 90_000);

afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('serves the PostgreSQL protocol, with the extensions the migrations need', async () => {
  const { rows } = await query("SELECT count(*)::int AS found FROM pg_available_extensions WHERE name = 'pg_trgm'");
  expect(rows).toEqual([{ found: 1 }]);
});

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
}, 60_000);

test('renews the statistics of what has changed a lot, and of nothing else', async () => {
  await query('CREATE TABLE grown (number int); CREATE TABLE resting (number int)');
  await query('INSERT INTO grown SELECT generate_series(1, 2000)');
  await query('INSERT INTO resting SELECT generate_series(1, 10)');
  const rowsKnown = () => query("SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'grown'");
  expect((await rowsKnown()).rows).toEqual([{ rows: -1 }]);

  expect(await tendOnce(database.url)).toEqual(['public.grown']);
  expect((await rowsKnown()).rows).toEqual([{ rows: 2000 }]);
  expect(await tendOnce(database.url)).toEqual([]);
});

test('gives every connection its own answers, whatever the others ask meanwhile', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  const asked = Array.from({ length: 8 }, async (_, caller) => {
    const answers: number[] = [];
    for (let turn = 0; turn < 40; turn++)
      answers.push(caller % 2 ? await inTransaction(pool, turn) : await alone(pool, turn, caller));
    return answers;
  });
  const answers = await Promise.all(asked);
  await pool.end();
  for (const own of answers) expect(own).toEqual(Array.from({ length: 40 }, (_, turn) => turn));
}, 90_000);

test('answers an exchange at its Sync, whole and at once, and an exchange that failed at the next', async () => {
  const socket = await reachPasswordRequest();
  socket.write(packet('p', `${new URL(database.url).password}\0`));
  await once(socket, 'data');
  const answers: string[] = [];
  socket.on('data', (bytes: Buffer) => answers.push(bytes.toString('latin1')));
  const ask = (text: string) => {
    for (const [letter, body] of [
      ['P', `\0${text}\0\0\0`],
      ['B', '\0\0\0\0\0\0\0\0'],
      ['E', '\0\0\0\0\0'],
    ] as const)
      socket.write(packet(letter, body));
  };
  ask('SELECT 17');
  // By now the database has read the three messages.
  await query('SELECT 1');
  expect(answers).toEqual([]);
  socket.write(packet('S', ''));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  // Parsed, bound, a row, its end, ready.
  expect(answers[0]).toMatch(/^1.{4}2.{4}D.{6}.{4}17C.{4}SELECT 1\0Z.{4}I$/s);

  ask('SELECT FROM WHERE');
  ask('SELECT 18');
  socket.write(packet('S', ''));
  ask('SELECT 19');
  socket.write(packet('S', ''));
  await vi.waitFor(() => expect(answers.join('')).toMatch(/Z.{4}I.*Z.{4}I.*Z.{4}I$/s));
  expect(answers.slice(1).join('')).toMatch(/^E.*syntax error.*Z.{4}I1.{4}2.{4}D.{6}.{4}19C/s);
  expect(answers.join('')).not.toContain('18C');
  socket.destroy();
});

test('goes on when a client dies in the middle of a statement', async () => {
  const socket = await reachPasswordRequest();
  socket.write(packet('p', `${new URL(database.url).password}\0`));
  await once(socket, 'data');
  // A Bind for a statement that is not there, to be answered now: all that follows would be ignored until a Sync, which
  // never comes.
  socket.write(Buffer.concat([packet('B', '\0absent\0\0\0\0\0\0\0'), packet('H', '')]));
  await once(socket, 'data');
  const waiting = query('SELECT $1::int AS one', [1]);
  socket.destroy();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
}, 60_000);

test('lets in whoever knows the password, and nobody else', async () => {
  const address = new URL(database.url);
  expect(address.password).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(`${dataDir}.password`, 'utf8').trim()).toBe(address.password);
  for (const password of ['postgres', 'wrong', `${address.password}0`]) {
    const client = new pg.Client({ connectionString: Object.assign(new URL(address), { password }).href });
    const refusal = { code: '28P01', message: 'password authentication failed' };
    await expect(client.connect()).rejects.toMatchObject(refusal);
  }
  expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('answers nothing to a client that asks instead of giving the password', async () => {
  const socket = await reachPasswordRequest();
  let answered = 0;
  socket.on('data', (bytes: Buffer) => (answered += bytes.length));
  socket.write(packet('Q', 'SELECT 1\0'));
  await once(socket, 'close');
  expect(answered).toBe(0);
});

test('a client that asks for encryption first goes on without it', async () => {
  const socket = connect(database.port, '127.0.0.1');
  socket.write(Buffer.concat([int32(8), int32(80_877_103), startUp()]));
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  await vi.waitFor(() => expect(answer).toBe('NR\0\0\0\x08\0\0\0\x03'));
  socket.destroy();
});

test.skipIf(process.platform === 'win32')(
  'keeps its files for its user alone, and takes over a folder that was open to all and had no password',
  async () => {
    expect(openEntries(folder)).toEqual([]);
    await database.stop();
    rmSync(`${dataDir}.password`);
    chmodSync(dataDir, 0o755);
    for (const name of ['PG_VERSION', 'base/1/1259']) chmodSync(join(dataDir, name), 0o666);
    expect(openEntries(folder)).toHaveLength(3);
    const before = database.url;

    database = await startEmbeddedDatabase({ dataDir });
    expect(openEntries(folder)).toEqual([]);
    expect(new URL(database.url).password).not.toBe(new URL(before).password);
    expect((await query('SELECT count(*)::int AS rows FROM kept')).rows).toEqual([{ rows: 0 }]);

    const again = database.url;
    await database.stop();
    database = await startEmbeddedDatabase({ dataDir });
    expect(new URL(database.url).password).toBe(new URL(again).password);
  },
  60_000,
);

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
}, 60_000);

test('SIGTERM closes it, gives the lock back and ends with 0', async () => {
  const ended = once(database.process, 'exit');
  database.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(`${dataDir}.lock`)).toBe(false);
  database = await startEmbeddedDatabase({ dataDir });
}, 60_000);

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
}, 90_000);

async function query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function alone(pool: pg.Pool, turn: number, caller: number): Promise<number> {
  // Each caller's statement is another, and some are longer than one packet, the longest than what is gathered.
  const text = `SELECT $1::int AS turn, ${caller} AS caller, length($2::text) AS length`;
  const { rows } = await pool.query<{ turn: number; caller: number }>(text, [turn, 'x'.repeat(turn * 30_000)]);
  return rows[0]?.caller === caller ? rows[0].turn : -1;
}

async function inTransaction(pool: pg.Pool, turn: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL work_mem = 1024');
    const { rows } = await client.query<{ turn: number }>('SELECT $1::int AS turn', [turn]);
    await client.query('COMMIT');
    return rows[0]?.turn ?? -1;
  } finally {
    client.release();
  }
}

/** A client that has said who it is and was asked for the password. */
async function reachPasswordRequest(): Promise<Socket> {
  const socket = connect(database.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(startUp());
  await once(socket, 'data');
  return socket;
}

function startUp(): Buffer {
  const words = Buffer.from('user\0postgres\0database\0postgres\0\0');
  return Buffer.concat([int32(words.length + 8), int32(196_608), words]);
}

function packet(letter: string, body: string): Buffer {
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), Buffer.from(body)]);
}

/** What somebody else on this machine could open. */
function openEntries(parent: string): string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(parent, name)).mode & 0o077) !== 0,
  );
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
