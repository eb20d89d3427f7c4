import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { idNamed } from '../../testing/ids.ts';
import { createCompany } from '../../testing/factories.ts';
import { openCuttableContext, testContext } from '../../testing/test-context.ts';

const context = testContext();

function emit(companyId: CompanyId, id: string) {
  const facts = [{ id, payload: { of: companyId } }];
  return sql`emit_events(${companyId}::uuid, 'send.requested', ${JSON.stringify(facts)}::json)`;
}

async function emitted(id: string): Promise<number> {
  const rows = await context.database.withSystem((tx) =>
    tx.selectFrom('outbox').select('id').where('id', '=', id).execute(),
  );
  return rows.length;
}

test('what a function returned is committed when its caller hears of it', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  const id = newId();
  await context.database.callInCompany(companyId, emit(companyId, id));
  expect(await emitted(id)).toBe(1);
  const zone = sql`unit_timezone(${companyId}::uuid, ${businessUnitId}::uuid)`;
  expect(await context.database.callInCompany(companyId, zone, { isRead: true })).toBe('America/Sao_Paulo');
});

test('a call sees and writes the rows of its company only', async () => {
  const [mine, other] = [await createCompany(context), await createCompany(context)];
  const zone = sql`unit_timezone(${other.companyId}::uuid, ${other.businessUnitId}::uuid)`;
  expect(await context.database.callInCompany(mine.companyId, zone)).toBeNull();
  const id = newId();
  await expect(context.database.callInCompany(mine.companyId, emit(other.companyId, id))).rejects.toThrow(
    /row-level security/,
  );
  expect(await emitted(id)).toBe(0);
});

test('a call that fails stores nothing, and leaves its connection as good as before', async () => {
  const { companyId } = await createCompany(context);
  const { pool } = context.database;
  const failing = sql`emit_events(${companyId}::uuid, ${null}, ${'[{}]'}::json)`;
  await expect(context.database.callInCompany(companyId, failing)).rejects.toMatchObject({ code: '23502' });
  const before = pool.totalCount;
  const id = newId();
  await context.database.callInCompany(companyId, emit(companyId, id));
  expect([await emitted(id), pool.totalCount]).toEqual([1, before]);
});

test('one that only reads writes nothing', async () => {
  const { companyId } = await createCompany(context);
  const id = newId();
  const writing = context.database.callInCompany(companyId, emit(companyId, id), { isRead: true });
  await expect(writing).rejects.toThrow(/read-only/);
  expect(await emitted(id)).toBe(0);
});

test.each([`'); DROP TABLE answers; --`, `\\'; ROLLBACK; --`, '$1 $2 $$', 'linha\nnova\t“ê” 🙂', ''])(
  'a text arrives as it is: %j',
  async (text) => {
    const { companyId } = await createCompany(context);
    const json = JSON.stringify({ text });
    const back = sql`json_build_array(${text}::text, ${json}::json, ${7}::int, ${true}::boolean, ${null}::text)`;
    expect(await context.database.callInCompany(companyId, back)).toEqual([text, { text }, 7, true, null]);
  },
);

test.each([
  ['NUL', 'a\0b'],
  ['a list', ['a']],
  ['no number', Number.NaN],
])('%s is no value of a call', async (_, value) => {
  const { companyId } = await createCompany(context);
  await expect(context.database.callInCompany(companyId, sql`search_form(${value})`)).rejects.toThrow(/lone call/);
});

test('no call is made within an open transaction, nor without a company', async () => {
  const { companyId } = await createCompany(context);
  const within = context.database.withCompany(companyId, () =>
    context.database.callInCompany(companyId, sql`uuid_v7()`),
  );
  await expect(within).rejects.toThrow(/outside the open transaction/);
  await expect(context.database.callInCompany(idNamed(`x'; --`), sql`uuid_v7()`)).rejects.toThrow(/needs its id/);
});

test('one that only reads is asked again where connections died while they were idle', async () => {
  const { context: cuttable, link, close } = await openCuttableContext();
  try {
    const { companyId } = await createCompany(cuttable);
    const ask = () => cuttable.database.callInCompany(companyId, sql`uuid_v7()`, { isRead: true });
    // Four connections, whatever the calls make of them.
    const { pool } = cuttable.database;
    const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
    for (const client of clients) client.release();
    expect(pool.idleCount).toBe(4);
    await link.cut();
    await link.mend();
    await expect(ask()).resolves.toBeDefined();
  } finally {
    await close();
  }
});
