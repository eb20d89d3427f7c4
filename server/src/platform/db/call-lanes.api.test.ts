import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { DatabaseAwayError } from './database-away.ts';
import { createCompany } from '../../testing/factories.ts';
import { openCuttableContext, openTestContext, testContext } from '../../testing/test-context.ts';
import { meets } from '../../testing/meets.ts';

/** Many calls at once, of several companies, over the few connections that make them. */

const context = testContext();
/** The database of the tests past a pooler, which has few connections and takes no settings for one. */
function directUrl(): string {
  const { pathname } = new URL(context.config.databaseUrl);
  const server = process.env['TEST_DATABASE_DIRECT_URL'] ?? context.config.databaseUrl;
  return Object.assign(new URL(server), { pathname }).href;
}

/** Emits an event and tells how: when its message came, on which connection, in which transaction. */
function emitting(companyId: CompanyId, id: string, letters = 0) {
  const facts = JSON.stringify([{ id, payload: { of: companyId, text: 'x'.repeat(letters) } }]);
  return sql`json_build_array(emit_events(${companyId}::uuid, 'send.requested', ${facts}::json)::text,
    statement_timestamp(), pg_backend_pid(), pg_current_xact_id()::text)`;
}

function emit(companyId: CompanyId, id: string, letters?: number, { database } = context) {
  return database.callInCompany<[null, string, number, string]>(companyId, emitting(companyId, id, letters));
}

function emitAll(calls: readonly { companyId: CompanyId; id: string }[]) {
  return Promise.all(calls.map(({ companyId, id }) => emit(companyId, id)));
}

/** Those of the events that are there. */
async function emitted(ids: readonly string[]): Promise<{ id: string; companyId: string }[]> {
  return context.database.withSystem((tx) =>
    tx
      .selectFrom('outbox')
      .select(['id', 'company_id as companyId'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute(),
  );
}

async function twoCompanies() {
  const companies = [await createCompany(context), await createCompany(context)];
  const calls = Array.from({ length: 20 }, (_, at) => ({
    id: newId(),
    companyId: companies[at % 2]?.companyId as CompanyId,
  }));
  return { companies, calls };
}

test('those that wait go together, each in a transaction of its own company', async () => {
  const { calls } = await twoCompanies();
  const made = await emitAll(calls);
  const distinct = (at: 1 | 2 | 3) => new Set(made.map((each) => each[at])).size;
  expect(distinct(3), 'transactions').toBe(20);
  expect(distinct(1), 'messages').toBeLessThan(10);
  expect(distinct(2), 'connections').toBeLessThanOrEqual(3);
  expect(await emitted(calls.map(({ id }) => id))).toEqual(
    calls.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, companyId }) => ({ id, companyId })),
  );
});

// The embedded database's clock goes by milliseconds, and has several messages in one.
test.skipIf(!meets)('a batch of hundreds goes alone', async () => {
  const { calls } = await twoCompanies();
  const made = await Promise.all(calls.map(({ companyId, id }, at) => emit(companyId, id, at % 5 === 4 ? 20_000 : 0)));
  // Of five neighbors at most four share a message.
  const messages = Map.groupBy(made, ([, message, connection]) => `${message} ${connection}`);
  expect(Math.max(...[...messages.values()].map(({ length }) => length))).toBeLessThanOrEqual(4);
  expect(messages.size).toBeLessThan(made.length);
});

test('what was read comes to whoever asked for it', async () => {
  const { calls, companies } = await twoCompanies();
  const asked = calls.flatMap(({ companyId }) => companies.map((other) => ({ companyId, other: other.companyId })));
  const read = await Promise.all(
    asked.map(({ companyId, other }) =>
      context.database.callInCompany<[string, number]>(
        companyId,
        sql`json_build_array(current_company(), (SELECT count(*) FROM business_units WHERE company_id = ${other}::uuid))`,
        { isRead: true },
      ),
    ),
  );
  expect(read).toEqual(asked.map(({ companyId, other }) => [companyId, companyId === other ? 2 : 0]));
});

test('one that fails fails for itself, and the others are made once', async () => {
  const { companies, calls } = await twoCompanies();
  const [mine, other] = companies.map(({ companyId }) => companyId) as [CompanyId, CompanyId];
  const foreign = newId();
  const before = emitAll(calls.slice(0, 1));
  const failing = context.database.callInCompany(mine, emitting(other, foreign));
  const behind = emitAll(calls.slice(1));
  await expect(failing).rejects.toThrow(/row-level security/);
  const made = [...(await before), ...(await behind)];
  // To make one again would have been a transaction of its own that stores nothing, because the event is there.
  const ids = calls.map(({ id }) => id).toSorted();
  const { rows } = await context.database.withSystem((tx) =>
    sql<Record<'id' | 'xmin', string>>`
      SELECT id, xmin::text FROM outbox WHERE id IN (${sql.join([...ids, foreign])})
    `.execute(tx),
  );
  const xminOf = new Map(rows.map(({ id, xmin }) => [id, xmin]));
  expect([...xminOf.keys()].toSorted()).toEqual(ids);
  expect(calls.map(({ id }) => xminOf.get(id))).toEqual(made.map((each) => each[3]));
});

test('one that fails when it commits fails for itself too', async () => {
  const { companies, calls } = await twoCompanies();
  const { pool } = context.database;
  await pool.query('CREATE TABLE late_twice (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  try {
    await pool.query('GRANT INSERT, SELECT ON late_twice TO escuta_company');
    await pool.query(
      `CREATE FUNCTION insert_late() RETURNS int LANGUAGE sql AS 'INSERT INTO late_twice VALUES (1), (1) RETURNING n'`,
    );
    const before = emitAll(calls.slice(0, 1));
    const failing = context.database.callInCompany(companies[0]?.companyId as CompanyId, sql`insert_late()`);
    const behind = emitAll(calls.slice(1));
    await expect(failing).rejects.toThrow(/duplicate key/);
    await Promise.all([before, behind]);
    expect(await emitted(calls.map(({ id }) => id))).toHaveLength(calls.length);
  } finally {
    await pool.query('DROP FUNCTION IF EXISTS insert_late; DROP TABLE late_twice');
  }
});

test.skipIf(!meets)('a row that somebody holds keeps nobody waiting but those who want it', async () => {
  const { companies, calls } = await twoCompanies();
  const [held, free] = companies.map(({ companyId }) => companyId) as [CompanyId, CompanyId];
  const holder = await context.database.pool.connect();
  const done: string[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM business_units WHERE company_id = $1 FOR UPDATE', [held]);
    const touching = sql`(SELECT id FROM business_units WHERE company_id = ${held}::uuid FOR UPDATE)`;
    const waiting = context.database
      .callInCompany(held, touching, { lockMsMax: 2_000 })
      .catch((error: unknown) => done.push(`held: ${String(error)}`));
    const others = calls.map(async ({ id }) => {
      await emit(free, id);
      done.push('free');
    });
    await Promise.all([waiting, ...others]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(done).toEqual([...calls.map(() => 'free'), expect.stringMatching(/^held: .*lock timeout/)]);
});

test.skipIf(!meets)('one that left its lane is made when the row is let go', async () => {
  const { companies } = await twoCompanies();
  const held = companies[0]?.companyId as CompanyId;
  const holder = await context.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM business_units WHERE company_id = $1 FOR UPDATE', [held]);
    const touching = sql`(SELECT company_id FROM business_units WHERE company_id = ${held}::uuid LIMIT 1 FOR UPDATE)`;
    const waiting = context.database.callInCompany(held, touching, { lockMsMax: 20_000 });
    // Longer than a lane keeps a call.
    await sleep(400);
    await holder.query('ROLLBACK');
    expect(await waiting).toBe(held);
  } finally {
    holder.release(true);
  }
});

test.skipIf(!meets)('the time in line for a connection of its own counts', async () => {
  const { companies } = await twoCompanies();
  const held = companies[0]?.companyId as CompanyId;
  const wide = await openTestContext({ databasePoolMax: 10, databaseUrl: directUrl() });
  const holder = await wide.database.pool.connect();
  const touching = sql`(SELECT id FROM business_units WHERE company_id = ${held}::uuid LIMIT 1 FOR UPDATE)`;
  const told: string[] = [];
  const telling = (name: string, work: Promise<unknown>) => work.catch(() => told.push(name));
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM business_units WHERE company_id = $1 FOR UPDATE', [held]);
    // By itself, for as long as the first four rounds of a line would take in which each waited its time out.
    const long = wide.database.withCompany(held, (tx) => sql`SELECT ${touching}`.execute(tx), { lockMsMax: 2_500 });
    const calls = Array.from({ length: 24 }, () => wide.database.callInCompany(held, touching, { lockMsMax: 500 }));
    await Promise.all([telling('long', long), ...calls.map((call) => telling('in line', call))]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
    await wide.close();
  }
  expect(told).toEqual([...Array.from({ length: 24 }, () => 'in line'), 'long']);
});

test.skipIf(!meets)('many who wait for rows leave a connection to who waits for none', async () => {
  const { companies } = await twoCompanies();
  const [held, free] = companies.map(({ companyId }) => companyId) as [CompanyId, CompanyId];
  const wide = await openTestContext({ databasePoolMax: 10, databaseUrl: directUrl() });
  const holder = await wide.database.pool.connect();
  const touching = sql`(SELECT id FROM business_units WHERE company_id = ${held}::uuid LIMIT 1 FOR UPDATE)`;
  const told: string[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM business_units WHERE company_id = $1 FOR UPDATE', [held]);
    const waiting = Array.from({ length: 12 }, () =>
      wide.database.callInCompany(held, touching, { lockMsMax: 4_000 }).catch(() => told.push('held')),
    );
    // By then they have left their lanes, and none has waited its time out.
    await sleep(1_000);
    await emit(free, newId(), 0, wide);
    told.push('free');
    await holder.query('ROLLBACK');
    await Promise.all(waiting);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
    await wide.close();
  }
  expect(told[0]).toBe('free');
});

/** Tells of the call itself how it commits, and where the server's log stood before that. */
function callOnLog(companyId: CompanyId, id: string) {
  return context.database.callInCompany<{ commits: string; message: string; of: number; xid: string; log: string }>(
    companyId,
    sql`json_build_object('done', emit_events(${companyId}::uuid, 'send.requested', ${JSON.stringify([{ id, payload: {} }])}::json)::text,
      'commits', current_setting('synchronous_commit'), 'message', statement_timestamp(), 'of', pg_backend_pid(),
      'xid', pg_current_xact_id()::text, 'log', pg_current_wal_insert_lsn()::text)`,
  );
}

test('the last of a message flushes the log for all', async () => {
  const { calls } = await twoCompanies();
  const made = await Promise.all(calls.map(({ companyId, id }) => callOnLog(companyId, id)));
  const messages = [...Map.groupBy(made, ({ message, of }) => `${message} ${of}`).values()];
  const told = messages.map((each) => each.toSorted((a, b) => Number(a.xid) - Number(b.xid)).map((one) => one.commits));
  expect(told).toEqual(messages.map(({ length }) => [...Array.from({ length: length - 1 }, () => 'off'), 'on']));
  expect(messages.length).toBeLessThan(10);
});

test.skipIf(!meets)('where the last of a message writes nothing, the log is flushed nevertheless', async () => {
  const { calls } = await twoCompanies();
  const flushed = [];
  for (let round = 0; round < 10; round += 1) {
    const [first, ...others] = calls.map(({ companyId }) => companyId) as [CompanyId, ...CompanyId[]];
    const writing = callOnLog(first, newId());
    await Promise.all(others.map((companyId) => context.database.callInCompany(companyId, sql`1`)));
    const { log } = await writing;
    const { rows } = await context.database.pool.query('SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS is', [log]);
    flushed.push(rows[0].is);
  }
  expect(flushed).toEqual(flushed.map(() => true));
});

test.skipIf(!meets)('where one fails, those before it are told when the log is flushed', async () => {
  const { companies, calls } = await twoCompanies();
  const companyId = companies[0]?.companyId as CompanyId;
  const flushed = [];
  // The server's own writer flushes the log five times a second, so one round might be lucky.
  for (let round = 0; round < 10; round += 1) {
    const all = calls.map((call) => callOnLog(call.companyId, newId()));
    const failing = context.database.callInCompany(companyId, sql`(1 / 0)`).catch(() => undefined);
    const log = (await Promise.all(all)).at(-1)?.log;
    const { rows } = await context.database.pool.query('SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS is', [log]);
    flushed.push(rows[0].is);
    await failing;
  }
  expect(flushed).toEqual(flushed.map(() => true));
});

test.skipIf(!meets)('where the connection ends before the log is flushed, nobody is told that it is done', async () => {
  const { companies, calls } = await twoCompanies();
  const companyId = companies[0]?.companyId as CompanyId;
  const { pool } = context.database;
  await pool.query(
    `CREATE FUNCTION end_connection() RETURNS boolean LANGUAGE sql SECURITY DEFINER AS 'SELECT pg_terminate_backend(pg_backend_pid())'`,
  );
  try {
    // One behind each other call, so that no message comes to its end.
    const all = calls.flatMap((call) => [
      emit(call.companyId, call.id),
      context.database.callInCompany(companyId, sql`end_connection()`),
    ]);
    const told = await Promise.allSettled(all);
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 'rejected'));
    expect((await emitted(calls.map(({ id }) => id))).length).toBeGreaterThan(0);
  } finally {
    await pool.query('DROP FUNCTION end_connection');
  }
});

test.skipIf(!meets)(
  'where the log cannot be flushed after one that failed, nobody is told that it is done',
  async () => {
    const { calls } = await twoCompanies();
    const { pool } = context.database;
    await pool.query(
      `CREATE FUNCTION public.pg_logical_emit_message(boolean, text, text) RETURNS pg_lsn
      LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`,
    );
    // Found before the one of PostgreSQL.
    const options = new URLSearchParams({ options: '-c search_path=public,pg_catalog' });
    const databaseUrl = `${directUrl()}?${options}`;
    const other = await openTestContext({ databaseUrl });
    try {
      const told = await Promise.allSettled(calls.map(({ companyId, id }) => emit(companyId, id, 0, other)));
      expect(told).toEqual(calls.map(() => ({ status: 'rejected', reason: expect.any(DatabaseAwayError) })));
      expect((await emitted(calls.map(({ id }) => id))).length).toBeGreaterThan(0);
      expect(other.database.pool.totalCount, 'connections kept').toBe(0);
    } finally {
      await other.close();
      await pool.query('DROP FUNCTION public.pg_logical_emit_message');
    }
  },
);

test.skipIf(!meets)('on several servers each call flushes the log of its own', async () => {
  const { calls } = await twoCompanies();
  const other = await openTestContext();
  try {
    // What tells of a distributed PostgreSQL.
    await other.database.pool.query(`CREATE FUNCTION citus_version() RETURNS text LANGUAGE sql AS $$ SELECT 'none' $$`);
    const commits = await Promise.all(
      calls.map(({ companyId }) => other.database.callInCompany(companyId, sql`current_setting('synchronous_commit')`)),
    );
    expect(commits).toEqual(calls.map(() => 'on'));
  } finally {
    await other.database.pool.query('DROP FUNCTION citus_version');
    await other.close();
  }
});

test('one that is ill-formed fails for itself, and the others are made', async () => {
  const { companies, calls } = await twoCompanies();
  const before = emitAll(calls.slice(0, 10));
  const failing = context.database.callInCompany(companies[0]?.companyId as CompanyId, sql`emit_events(`);
  const behind = emitAll(calls.slice(10));
  await expect(failing).rejects.toThrow(/syntax error/);
  await Promise.all([before, behind]);
  expect(await emitted(calls.map(({ id }) => id))).toHaveLength(calls.length);
});

test('a number below zero comments nothing out', async () => {
  const { companies } = await twoCompanies();
  const company = companies[0]?.companyId as CompanyId;
  expect(await context.database.callInCompany(company, sql`10 -${-5}::smallint`)).toBe(15);
});

describe.skipIf(!meets)('on a connection that breaks', () => {
  test('those whose commit nobody heard of are told so, and not made again', async () => {
    const { calls } = await twoCompanies();
    const { context: far, link, close } = await openCuttableContext();
    try {
      await Promise.all(calls.slice(0, 4).map(({ companyId, id }) => emit(companyId, id, 0, far)));
      link.loseAnswers();
      const lost = Promise.allSettled(calls.slice(4).map(({ companyId, id }) => emit(companyId, id, 0, far)));
      await vi.waitFor(async () => expect((await emitted(calls.map(({ id }) => id))).length).toBeGreaterThan(6));
      await link.cut();
      await link.mend();
      expect((await lost).map(({ status }) => status)).toEqual(calls.slice(4).map(() => 'rejected'));
    } finally {
      await close();
    }
  });

  test('a lane that is silent keeps those behind it waiting for a second, and those in it for five', async () => {
    const { companies } = await twoCompanies();
    const company = companies[0]?.companyId as CompanyId;
    const { context: far, link, close } = await openCuttableContext();
    const read = (words: string) =>
      far.database
        .callInCompany<string>(company, sql`${words}::text`, { isRead: true })
        .finally(() => done.push(words));
    const done: string[] = [];
    try {
      const caught = link.holdAnswersTo('the silent one');
      const silent = read('the silent one');
      await caught;
      expect(await Promise.all([read('one'), read('another')])).toEqual(['one', 'another']);
      await expect(silent).rejects.toThrow(/timeout/);
      expect(done).toEqual(['one', 'another', 'the silent one']);
    } finally {
      await close();
    }
  });
});
