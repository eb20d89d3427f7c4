import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBigSend, untilSettled } from '../testing/big-send.ts';
import { signedIn } from '../testing/factories.ts';
import { upload } from '../testing/import-steps.ts';
import { startMailSink } from '../testing/mail-sink.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';
import { openTestContext, testSecretKey } from '../testing/test-context.ts';
import type { TestContext } from '../testing/test-context.ts';

/** The product under the login of docs/operations.md, which owns nothing, on PostgreSQL. */

// Roles belong to the server: a pooler of the tests knows one user only.
// Not beside the pooler, where a statement that outlives its transaction fails the stage: an attacker's do on purpose.
const server = process.env['TEST_DATABASE_DIRECT_URL'] ? undefined : process.env['TEST_DATABASE_URL'];
const mark = randomBytes(5).toString('hex');
const name = `escuta_login_${mark}`;
const owner = `escuta_owner_${mark}`;
const login = `escuta_app_${mark}`;
const tooStrong = 'the database login may do more than the product needs: see docs/operations.md';
const urlOf = (user: string) =>
  Object.assign(new URL(server ?? ''), { username: user, password: mark, pathname: `/${name}` }).href;

async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

function migrate(environment: Record<string, string>) {
  const program = join(import.meta.dirname, 'migrate.ts');
  const env = { PATH: process.env['PATH'], ...environment };
  return spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
}

describe.skipIf(!server)('a login that owns nothing', { timeout: 240_000 }, () => {
  let context: TestContext;
  let before: ReturnType<typeof migrate>;
  let warning: Record<string, unknown>;
  let prepared: ReturnType<typeof migrate>;

  beforeAll(async () => {
    await ask(
      server ?? '',
      `CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${mark}'`,
      `CREATE DATABASE ${name} OWNER ${owner}`,
    );
    // As an installation of before: the owner did everything, and the job library's tables are the owner's.
    before = migrate({ DATABASE_URL: urlOf(owner) });
    const worker = await startProcess('worker', { DATABASE_URL: urlOf(owner), SECRET_KEY: testSecretKey });
    warning = await worker.logged(tooStrong);
    await worker.kill();
    prepared = migrate({ DATABASE_URL: urlOf(login), DATABASE_OWNER_URL: urlOf(owner) });
    await ask(server ?? '', `ALTER ROLE ${owner} NOCREATEROLE`);
    context = await openTestContext({ databaseUrl: urlOf(login) });
  }, 240_000);

  afterEach(endProcesses);

  afterAll(async () => {
    await context.close();
    await ask(server ?? '', `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${login}`, `DROP ROLE ${owner}`);
  });

  test('takes over from an owner who did everything, and of whom the log had warned', () => {
    expect([before.status, before.stderr]).toEqual([0, '']);
    expect(warning).toMatchObject({
      level: 'warn',
      event: 'database.login_too_strong',
      rights: 'createrole, owner of the tables',
    });
    expect([prepared.status, prepared.stdout, prepared.stderr]).toEqual([0, '', '']);
  });

  test('is prepared by every migration again, which changes nothing, without CREATEROLE', () => {
    const again = migrate({ DATABASE_URL: urlOf(login), DATABASE_OWNER_URL: urlOf(owner) });
    expect([again.status, again.stdout, again.stderr]).toEqual([0, '', '']);
  });

  test('serves the product from the import of contacts to an answer, with its jobs and its sending', async () => {
    const mail = await startMailSink();
    const worker = await startProcess('worker', {
      DATABASE_URL: urlOf(login),
      DATA_DIR: context.config.dataDir,
      SECRET_KEY: testSecretKey,
      SMTP_URL: mail.url,
      MAIL_FROM: 'pesquisas@escuta.example',
    });
    const user = await signedIn(context);
    const rows = Array.from({ length: 6_000 }, (_, number) => `Pessoa ${number};p${number}@${mark}.example`);
    const preview = (await upload(context, user, ['Nome;E-mail', ...rows].join('\n'))).json();
    const payload = { uploadId: preview.uploadId, hasHeader: preview.hasHeader, mapping: preview.mapping };
    const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers: user.headers, payload });
    const entry = async () =>
      (await context.app.inject({ url: `/api/imports/${started.json()._id}`, headers: user.headers })).json();
    await vi.waitFor(async () => expect(await entry()).toMatchObject({ status: 'finished' }), {
      timeout: 60_000,
      interval: 100,
    });
    const found = await context.app.inject({ url: '/api/contacts?search=pessoa%2024', headers: user.headers });
    expect(found.json().total).toBeGreaterThan(100);

    const [statistics] = await ask(
      urlOf(owner),
      `SELECT reltuples > 0 AS known FROM pg_class WHERE oid = 'contacts'::regclass`,
    );
    expect(statistics).toEqual({ known: true });

    const send = await createBigSend(context, 30);
    await untilSettled(send);
    expect(mail.messages).toHaveLength(30);
    const token = /\/r\/([\w-]{20,})/.exec(mail.messages[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[1];
    const answer = { responseId: randomUUID(), seq: 1, answers: { score: 9 }, complete: true };
    const answered = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: answer });
    expect(answered.statusCode).toBe(200);

    expect((await context.app.inject('/readyz')).json()).toMatchObject({ ready: true });
    expect(worker.output()).not.toContain(tooStrong);
    expect(worker.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
    await mail.close();
  });

  test('is not one that processes warn of, and a superuser is', async () => {
    const weak = await startProcess('api', { DATABASE_URL: urlOf(login), SECRET_KEY: testSecretKey });
    expect((await fetch(`${weak.operations()}/readyz`)).status).toBe(200);
    const superuser = Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;
    const strong = await startProcess('api', { DATABASE_URL: superuser, SECRET_KEY: testSecretKey });
    expect(await strong.logged(tooStrong)).toMatchObject({ rights: 'superuser' });
    expect(weak.output()).not.toContain(tooStrong);
  });

  test('whoever injects a statement gets no further than that login', async () => {
    const { companyId } = await signedIn(context);
    const scope = ['BEGIN', 'SET LOCAL ROLE escuta_company', `SET LOCAL app.company_id = '${companyId}'`];
    expect(await ask(urlOf(login), ...scope, 'SELECT count(*)::int AS users FROM companies')).toEqual([{ users: 1 }]);
    const injections: [RegExp, ...string[]][] = [
      [/permission denied for table contacts/, 'RESET ROLE', 'SELECT * FROM contacts'],
      [/permission denied for table users/, 'RESET ROLE', 'SELECT email, password_hash FROM users'],
      [/admin option|permission denied to grant/, 'RESET ROLE', `GRANT pg_execute_server_program TO ${login}`],
      [/must be owner of table contacts/, 'RESET ROLE', 'ALTER TABLE contacts DISABLE ROW LEVEL SECURITY'],
      [/must be owner of table contacts/, 'RESET ROLE', 'CREATE POLICY mine ON contacts USING (true)'],
      [/permission denied to set role/, `SET ROLE ${owner}`],
      [/permission denied to set role/, 'SET ROLE escuta_search'],
      [/permission denied for database/, 'RESET ROLE', 'CREATE SCHEMA mine'],
      [/permission denied for schema public/, 'RESET ROLE', 'CREATE TABLE mine (number int)'],
      [/permission denied to create role/, 'RESET ROLE', 'CREATE ROLE mine'],
      [/permission denied to create database/, 'ROLLBACK', 'RESET ROLE', 'CREATE DATABASE mine'],
      [/permission denied|must be superuser/, 'RESET ROLE', `ALTER ROLE ${login} BYPASSRLS`],
      [/permission denied|must be superuser/, 'RESET ROLE', `COPY (SELECT 1) TO PROGRAM 'true'`],
    ];
    for (const [refusal, ...statements] of injections)
      await expect(ask(urlOf(login), ...scope, ...statements)).rejects.toThrow(refusal);
  });
});
