import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ItemId } from '@escuta/contract/ids';
import { makeAnswerToken } from '#modules/sends/index.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { migrate } from '#platform/db/migrate.ts';
import { localFiles } from '#platform/storage/local-files.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';

/** The round of docs/operations.md: the demo companies, backed up, restored elsewhere, and in use again. */

// A backup goes past a pooler: pg_dump leaves settings on its connection.
const server = process.env['TEST_DATABASE_DIRECT_URL'] ?? process.env['TEST_DATABASE_URL'];
const secretKey = 'the key that belongs to the backup, and is kept apart';
const folder = mkdtempSync(join(tmpdir(), 'escuta-backup-'));
const databases: string[] = [];
const logins: string[] = [];
afterAll(async () => {
  await endProcesses();
  for (const name of databases) await ask(server ?? '', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const name of logins) await ask(server ?? '', `DROP ROLE IF EXISTS ${name}`);
  rmSync(folder, { recursive: true, force: true });
});

/** pg_dump reads servers of its own version and older; the embedded database has no such tool. */
async function canDump(): Promise<boolean> {
  const version = /(\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  if (!server || !version) return false;
  const [row] = await ask(server, 'SHOW server_version_num');
  return Number(version) >= Math.floor(Number(row?.['server_version_num']) / 10_000);
}

async function createDatabase(): Promise<string> {
  const name = `escuta_backup_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await ask(server ?? '', `CREATE DATABASE ${name}`);
  return Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What the page says to run on a restored database, before anything starts on it. */
function thirdStep(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const step = page.slice(page.indexOf('pg_restore -U escuta'), page.indexOf('# 3. see below'));
  return [...step.matchAll(/-c (["'])([A-Z].*?)\1/gs)].map(([, , statement = '']) => statement);
}

/** A send of the demo that was under way when the backup was made. */
async function leaveRunning(url: string): Promise<string> {
  const [send] = await ask(
    url,
    `WITH chosen AS (
       UPDATE sends SET status = 'running' WHERE id = (SELECT id FROM sends WHERE status = 'done' ORDER BY id DESC LIMIT 1)
       RETURNING company_id, id
     )
     INSERT INTO send_runnable (company_id, send_id, provider_account, next_at)
     SELECT company_id, id, 'smtp', now() FROM chosen RETURNING send_id`,
  );
  return String(send?.['send_id']);
}

/** How many rows each table holds, and a sum over what stands in them. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const tables = await ask(
    url,
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'pgboss') ORDER BY 1`,
  );
  const content: Record<string, unknown> = {};
  for (const name of tables.map((table) => String(table['name']))) {
    const sum = `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS sum FROM ${name} t`;
    content[name] = (await ask(url, sum))[0];
  }
  return content;
}

test.skipIf(!(await canDump()))(
  'a backup of database and files, restored elsewhere, is the same installation',
  { timeout: 180_000 },
  async () => {
    const before = { DATABASE_URL: await createDatabase(), DATA_DIR: join(folder, 'before'), SECRET_KEY: secretKey };
    await migrate(before.DATABASE_URL);
    execFileSync(process.execPath, [join(import.meta.dirname, 'demo.ts'), '--yes'], {
      env: { PATH: process.env['PATH'], ...before, LOG_LEVEL: 'error' },
    });

    const running = await leaveRunning(before.DATABASE_URL);

    // The database first: every file that it speaks of is older than the dump.
    const dump = join(folder, 'escuta.dump');
    execFileSync('pg_dump', ['--format=custom', '--file', dump, before.DATABASE_URL]);
    const after = { ...before, DATABASE_URL: await createDatabase(), DATA_DIR: join(folder, 'after') };
    cpSync(join(before.DATA_DIR, 'files'), join(after.DATA_DIR, 'files'), { recursive: true });
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', after.DATABASE_URL, dump]);

    const content = await contentOf(after.DATABASE_URL);
    expect(content).toEqual(await contentOf(before.DATABASE_URL));
    expect(content['public.contacts']).toMatchObject({ rows: 5_800 });

    const statements = thirdStep();
    expect(statements).toHaveLength(4);
    for (const statement of statements) await ask(after.DATABASE_URL, statement);
    expect(await ask(after.DATABASE_URL, 'SELECT send_id FROM send_runnable')).toEqual([]);
    expect(await ask(after.DATABASE_URL, `SELECT id, status FROM sends WHERE pause_reason = 'restored'`)).toEqual([
      { id: running, status: 'paused' },
    ]);

    // Under a login of its own, as compose starts it: the migration makes it and hands it what it needs.
    const ownerUrl = after.DATABASE_URL;
    const password = randomBytes(8).toString('hex');
    logins.push(`escuta_app_${password}`);
    const loginUrl = Object.assign(new URL(ownerUrl), { username: logins[0], password }).href;
    execFileSync(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: loginUrl, DATABASE_OWNER_URL: ownerUrl },
    });
    const api = await startProcess('api', { ...after, DATABASE_URL: loginUrl });
    await startProcess('worker', { ...after, DATABASE_URL: loginUrl });
    expect((await fetch(`${api.operations()}/readyz`)).status).toBe(200);
    const signedIn = await fetch(`${api.address()}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'own@aurora.example', senha: 'Escuta@Demo1' }),
    });
    const user = (await signedIn.json()) as { result: number; token: string; user: { _empresa: { _id: string } } };
    expect(user.result).toBe(1);
    const headers = { authorization: user.token, 'x-empresa-id': user.user._empresa._id };
    const found = await fetch(`${api.address()}/api/contacts?search=maria`, { headers });
    expect(await found.json()).toMatchObject({ total: expect.toSatisfy((total: number) => total > 10) });

    const [item] = await ask(
      after.DATABASE_URL,
      `SELECT link_key, i.items_month::text, i.id FROM send_items i JOIN companies c ON c.id = company_id
       WHERE state = 3 ORDER BY executed_at LIMIT 1`,
    );
    const open = (key: string) => {
      const message = { companyKey: Number(item?.['link_key']), itemsMonth: String(item?.['items_month']) };
      const token = makeAnswerToken(secretsFrom(key), { ...message, itemId: ItemId.parse(item?.['id']) });
      return fetch(`${api.address()}/r/${token}`);
    };
    // The link of an old message opens under the key of the installation, and only under that one.
    expect((await open(secretKey)).status).toBe(200);
    expect((await open('another key, made when the old one was lost')).status).toBe(404);

    const [file] = await ask(after.DATABASE_URL, 'SELECT file_key, sha256 FROM import_uploads ORDER BY id LIMIT 1');
    const bytes = await buffer(await localFiles(after.DATA_DIR).read(String(file?.['file_key'])));
    expect(createHash('sha256').update(bytes).digest()).toEqual(file?.['sha256']);
  },
);
