import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { ItemId } from '@escuta/contract/ids';
import { makeAnswerToken } from '#modules/sends/index.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { migrate } from '#platform/db/migrate.ts';
import { localFiles } from '#platform/storage/local-files.ts';
import { ask, backUp, canDump, createDatabase, dropDatabases, serverUrl } from '../testing/backup-databases.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';

/** The round of docs/operations.md: the demo companies, backed up, restored elsewhere, and in use again. */

const secretKey = 'the key that belongs to the backup, and is kept apart';
const folder = mkdtempSync(join(tmpdir(), 'escuta-backup-'));
const logins: string[] = [];
afterAll(async () => {
  await endProcesses();
  await dropDatabases();
  for (const name of logins) await ask(serverUrl, `DROP ROLE IF EXISTS ${name}`);
  rmSync(folder, { recursive: true, force: true });
});

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

/** What the page asks the database that is to be replaced: who has been erased there. */
function askErased(): string {
  return /"(SELECT at, company_id[^"]+)" > erased\.csv/.exec(page)?.[1] ?? '';
}

/** What the page says to run on a restored database, before anything starts on it. */
function thirdStep(): string[] {
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

    const source = { BACKUP_DATABASE_URL: before.DATABASE_URL, DATA_DIR: before.DATA_DIR };
    const { lastLine } = await backUp(source, ['--to', join(folder, 'backups')]);
    const backup = join(folder, 'backups', String(lastLine['backup']));
    const after = { ...before, DATABASE_URL: await createDatabase(), DATA_DIR: join(folder, 'after') };
    mkdirSync(after.DATA_DIR, { mode: 0o700 });
    execFileSync('tar', ['-C', after.DATA_DIR, '-xf', join(backup, 'files.tar')]);
    const dump = join(backup, 'database.dump');
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', after.DATABASE_URL, dump]);

    const content = await contentOf(after.DATABASE_URL);
    expect(content).toEqual(await contentOf(before.DATABASE_URL));
    expect(content['public.contacts']).toMatchObject({ rows: 5_800 });

    await ask(
      before.DATABASE_URL,
      `INSERT INTO audit_events (company_id, id, at, actor_type, action, target_type, target_id, after, result)
       SELECT id, gen_random_uuid(), now(), 'system', 'contact.deleted', 'contact', 'erased later', '{"comments":"mask"}', 'done'
       FROM companies ORDER BY id LIMIT 1`,
    );
    const erased = { contact_id: 'erased later', action: 'contact.deleted', comments: 'mask' };
    expect(await ask(before.DATABASE_URL, askErased())).toContainEqual(expect.objectContaining(erased));

    const statements = thirdStep();
    expect(statements).toHaveLength(4);
    for (const statement of statements) await ask(after.DATABASE_URL, statement);
    expect(await ask(after.DATABASE_URL, 'SELECT send_id FROM send_runnable')).toEqual([]);
    expect(await ask(after.DATABASE_URL, `SELECT id, status FROM sends WHERE pause_reason = 'restored'`)).toEqual([
      { id: running, status: 'paused' },
    ]);

    // Before a worker removes it: its import has ended.
    const [file] = await ask(after.DATABASE_URL, 'SELECT file_key, sha256 FROM import_uploads ORDER BY id LIMIT 1');
    const bytes = await buffer(await localFiles(after.DATA_DIR).read(String(file?.['file_key'])));
    expect(createHash('sha256').update(bytes).digest()).toEqual(file?.['sha256']);

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
  },
);
