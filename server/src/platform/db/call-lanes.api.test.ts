import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

/** Many calls at once, of several companies, over the few connections that make them. */

const context = testContext();
/** The embedded database does one transaction after the other, so nobody meets in it. */
const meets = process.env['TEST_DATABASE_URL'] !== undefined;

/** Emits an event and tells how: when its message came, on which connection, in which transaction, with which limit. */
function emitting(companyId: CompanyId, id: string, letters = 0) {
  const facts = JSON.stringify([{ id, payload: { of: companyId, text: 'x'.repeat(letters) } }]);
  return sql`json_build_array(emit_events(${companyId}::uuid, 'send.requested', ${facts}::json)::text,
    statement_timestamp(), pg_backend_pid(), pg_current_xact_id()::text, current_setting('lock_timeout'))`;
}

function emit(companyId: CompanyId, id: string, letters?: number) {
  return context.database.callInCompany<[null, string, number, string, string]>(
    companyId,
    emitting(companyId, id, letters),
    {
      isRepeatable: true,
    },
  );
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
  const made = await Promise.all(calls.map(({ companyId, id }) => emit(companyId, id)));
  const distinct = (at: 1 | 2 | 3) => new Set(made.map((each) => each[at])).size;
  expect(distinct(3), 'transactions').toBe(20);
  expect(distinct(1), 'messages').toBeLessThan(10);
  expect(distinct(2), 'connections').toBeLessThanOrEqual(3);
  const together = (message: string) => made.filter((each) => each[1] === message).length;
  expect(made.map((each) => each[4])).toEqual(made.map((each) => (together(each[1]) > 1 ? '100ms' : '20s')));
  expect(await emitted(calls.map(({ id }) => id))).toEqual(
    calls.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, companyId }) => ({ id, companyId })),
  );
});

test('a batch of hundreds goes alone', async () => {
  const { calls } = await twoCompanies();
  const made = await Promise.all(calls.map(({ companyId, id }, at) => emit(companyId, id, at % 5 === 0 ? 20_000 : 0)));
  const messages = made.map((each) => each[1]);
  const alone = made.filter((each) => messages.filter((message) => message === each[1]).length === 1);
  expect(made.filter((_, at) => at % 5 === 0).every((each) => alone.includes(each))).toBe(true);
  expect(alone.length).toBeLessThan(made.length);
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

test('one that fails fails for itself, and the others are stored once', async () => {
  const { companies, calls } = await twoCompanies();
  const [mine, other] = companies.map(({ companyId }) => companyId) as [CompanyId, CompanyId];
  const foreign = newId();
  const made = calls.map(({ companyId, id }) => emit(companyId, id));
  const failing = context.database.callInCompany(mine, emitting(other, foreign), { isRepeatable: true });
  await expect(failing).rejects.toThrow(/row-level security/);
  await Promise.all(made);
  const ids = calls.map(({ id }) => id).toSorted();
  expect((await emitted([...ids, foreign])).map(({ id }) => id)).toEqual(ids);
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
      .callInCompany(held, touching, { isRepeatable: true, lockMsMax: 2_000 })
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
