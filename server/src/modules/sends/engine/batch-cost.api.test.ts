import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createCompany } from '../../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey, createSendRow } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { claimItems } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { handOver } from './hand-over.ts';
import { itemState } from '../item-state.ts';
import { installationAccount } from './open-account.ts';
import { planSend } from './plan-send.ts';
import { findWork, loadContext } from './send-context.ts';
import { writeResults } from './write-results.ts';

/*
 * What a batch costs must not depend on how large the company is: the database knows nothing of rows that are new, takes
 * them for few, and would read them all for each batch.
 */

const contacts = 3_000;
const batchSize = 50;

const context = testContext();

test('a batch reads the rows that it changes, and not those of the whole company', async () => {
  const unit = await createCompany(context);
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, contacts);
  const { companyId } = unit;
  const { sendId } = await createSendRow(context, { ...unit, ...survey, total: contacts, status: 'planning' });
  const now = context.clock.now();
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => context.database.withCompany(companyId, work);
  while ((await inTransaction((tx) => planSend(tx, { companyId, sendId, now }))) === 'more');
  const send = await inTransaction(async (tx) => {
    const work = await findWork(tx, { companyId, sendId });
    if (!work) throw new Error('the send is gone');
    return loadContext(tx, context, { companyId, work, account: installationAccount(context.config, 'email') });
  });

  const [claim, items] = await readsOf('send_items', (tx) => claimItems(tx, { send, count: batchSize, now }));
  expect(items).toHaveLength(batchSize);
  expect(claim).toBeLessThan(3 * batchSize);

  const batch = { companyId, shard: 1, accountKey: 'smtp' };
  const [handedOver, allowed] = await readsOf('send_items', (tx) =>
    handOver(tx, { ...batch, items, now, quarantined: new Map() }),
  );
  expect(allowed.size).toBe(batchSize);
  expect(handedOver).toBeLessThan(3 * batchSize);

  const settled = items.map((item) => ({ item, result: acceptedAt(now) }));
  const [results, written] = await readsOf('send_items', (tx) => writeResults(tx, { ...batch, settled }));
  expect(written).toHaveLength(batchSize);
  expect(results).toBe(0);

  const marks = items.flatMap(({ contactId }: ClaimedItem) => (contactId === null ? [] : { contactId, at: now }));
  const [marked] = await readsOf('contacts', (tx) => markSent(tx, { companyId, marks }));
  expect(marked).toBeLessThan(3 * batchSize);

  /** How many rows of a table some work has read by an index or one after the other; by their addresses is not counted. */
  function readsOf<T>(table: string, work: (tx: Transaction) => Promise<T>): Promise<[number, T]> {
    return inTransaction(async (tx) => {
      const before = await readSoFar(tx, table);
      const answer = await work(tx);
      return [(await readSoFar(tx, table)) - before, answer];
    });
  }
});

test('to find who is in quarantine reads what was sent once, and not once for each contact', async () => {
  const unit = await createCompany(context);
  const { companyId, businessUnitId } = unit;
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, contacts);
  const now = context.clock.now();
  const sends = [5, 40, 70];
  for (const daysAgo of sends) {
    const createdAt = new Date(now.getTime() - daysAgo * 86_400_000);
    const itemsMonth = `${createdAt.toISOString().slice(0, 7)}-01`;
    await context.database.pool.query('SELECT ensure_send_items_partition($1::date)', [itemsMonth]);
    const sent = { ...unit, ...survey, total: contacts, itemsMonth, createdAt, status: 'done' as const };
    const { sendId } = await createSendRow(context, sent);
    await context.database.withCompany(companyId, (tx) =>
      sql`
        INSERT INTO send_items (company_id, items_month, id, business_unit_id, send_id, contact_id, channel, address_hash, state, executed_at)
        SELECT ${companyId}, ${itemsMonth}::date, uuid_v7(), ${businessUnitId}, ${sendId}, id, 'email', address_hash(email),
          ${itemState.accepted}::smallint, ${createdAt}::timestamptz
        FROM contacts WHERE company_id = ${companyId}
      `.execute(tx),
    );
  }
  const { rows } = await context.database.withCompany(companyId, (tx) =>
    sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
      SELECT found.* FROM (
        SELECT array_agg(id) AS ids, array_agg(address_hash(email)) AS hashes FROM contacts WHERE company_id = ${companyId}
      ) AS wanted, find_quarantined(${companyId}::uuid, ${businessUnitId}::uuid, ${survey.surveyId}::uuid, NULL, wanted.ids,
        wanted.hashes, ${now}::timestamptz) AS found
    `.execute(tx),
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  expect(plan['Actual Rows']).toBe(contacts);
  expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(
    5 * sends.length * contacts,
  );
});

test('an item whose row has moved since is found by its key', async () => {
  const unit = await createCompany(context);
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, 3);
  const { companyId } = unit;
  const { sendId } = await createSendRow(context, { ...unit, ...survey, total: 3, status: 'planning' });
  const now = context.clock.now();
  const counting = await context.database.withCompany(companyId, async (tx) => {
    await planSend(tx, { companyId, sendId, now });
    const work = await findWork(tx, { companyId, sendId });
    if (!work) throw new Error('the send is gone');
    const account = installationAccount(context.config, 'email');
    const send = await loadContext(tx, context, { companyId, work, account });
    const items = await claimItems(tx, { send, count: 3, now });
    await move(tx);
    const allowed = await handOver(tx, { companyId, shard: 1, items, now, quarantined: new Map() });
    expect(allowed.size).toBe(3);
    await move(tx);
    return writeResults(tx, {
      companyId,
      accountKey: account.key,
      shard: 1,
      settled: items.map((item) => ({ item, result: acceptedAt(now) })),
    });
  });
  expect(counting).toHaveLength(3);

  async function move(tx: Transaction): Promise<void> {
    await tx
      .updateTable('send_items')
      .set({ detail: 'moved' })
      .where('company_id', '=', companyId)
      .where('send_id', '=', sendId)
      .execute();
  }
});

async function readSoFar(tx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
    SELECT sum(idx_tup_fetch + seq_tup_read)::int AS reads FROM pg_stat_xact_user_tables WHERE relname LIKE ${`${table}%`}
  `.execute(tx);
  return rows[0]?.reads ?? 0;
}

function acceptedAt(at: Date) {
  return { state: itemState.accepted, reason: null, detail: null, attempt: 1, notBefore: null, at };
}
