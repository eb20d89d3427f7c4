import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { migrate } from '#platform/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../testing/empty-database.ts';
import { createCompany } from '../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { monthOf } from '#platform/time/clock.ts';
import { makeItemMonths } from './make-item-months.ts';
import { planSend } from './engine/plan-send.ts';

/* On a database of its own: the months of years to come stay out of the other tests. */

const server = process.env['TEST_DATABASE_DIRECT_URL'] ?? process.env['TEST_DATABASE_URL'];
let own: TestDatabase;
let context: TestContext;
let owner: pg.Client;
beforeAll(async () => {
  own = await createEmptyDatabase(server);
  await migrate(own.url);
  context = await openTestContext({ databaseUrl: own.url });
  owner = new pg.Client({ connectionString: own.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await context.close();
  await own.remove();
});

const contacts = 3;

/** Plans a send that is asked for now. */
async function plan(
  unit: Awaited<ReturnType<typeof createCompany>>,
  survey: { surveyId: SurveyId; versionId: SurveyVersionId },
) {
  const now = context.clock.now();
  const { companyId } = unit;
  const sent = {
    ...unit,
    ...survey,
    total: contacts,
    status: 'planning',
    itemsMonth: monthOf(now),
    createdAt: now,
  } as const;
  const { sendId } = await createSendRow(context, sent);
  const inTransaction = () => context.database.withCompany(companyId, (tx) => planSend(tx, { companyId, sendId, now }));
  while ((await inTransaction()) === 'more');
}

/** The months that have a partition, in their order. */
async function months(): Promise<string[]> {
  const { rows } = await owner.query<{ month: string }>(
    `SELECT right(inhrelid::regclass::text, 7) AS month FROM pg_inherits
     WHERE inhparent = 'send_items'::regclass AND inhrelid <> 'send_items_default'::regclass ORDER BY 1`,
  );
  return rows.map(({ month }) => month);
}

/** How many items lie in which partition. */
async function items(): Promise<Record<string, number>> {
  const { rows: names } = await owner.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'send_items'::regclass`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of names) {
    // From the partition itself, which has no policy: the one of the table hides every row from its owner too.
    const { rows } = await owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

function monthsFrom(first: string, count: number): string[] {
  const [year = 0, month = 0] = first.split('_').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7).replace('-', '_'),
  );
}

test('past the last month a send still plans, and the months to come are made without a gap', async () => {
  const unit = await createCompany(context);
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, contacts);
  const before = await months();
  const nowPartition = `send_items_${monthOf(context.clock.now()).slice(0, 7).replace('-', '_')}`;
  await plan(unit, survey);
  expect(await items()).toEqual({ [nowPartition]: contacts });

  // Two months after the last one, when no worker has run since.
  const [year = 0, month = 0] = (before.at(-1) ?? '').split('_').map(Number);
  context.clock.advance(Date.UTC(year, month + 1, 15) - context.clock.now().getTime());
  await plan(unit, survey);
  expect(await items()).toEqual({ [nowPartition]: contacts, send_items_default: contacts });

  // Every worker does it when it starts.
  await Promise.all([makeItemMonths(context), makeItemMonths(context)]);
  const after = await months();
  const late = `send_items_${monthOf(context.clock.now()).slice(0, 7).replace('-', '_')}`;
  expect(after).toEqual(monthsFrom(before[0] ?? '', before.length + 2 + 24));
  expect(await items()).toEqual({ [nowPartition]: contacts, [late]: contacts });

  await plan(unit, survey);
  expect(await items()).toEqual({ [nowPartition]: contacts, [late]: 2 * contacts });
  await makeItemMonths(context);
  expect(await months()).toEqual(after);
});

test('a month that is made has the keys, the settings and the seclusion of the months before', async () => {
  const made = await months();
  const about = async (name: string) => {
    const { rows } = await owner.query(
      `SELECT ARRAY(SELECT unnest(c.reloptions) ORDER BY 1) AS options, c.relowner::regrole::text AS owner, c.relacl::text AS grants,
         ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'f', 'c') ORDER BY 1) AS rules,
         (SELECT count(*)::int FROM pg_index i WHERE i.indrelid = c.oid) AS indexes,
         (SELECT attstattarget::int FROM pg_attribute a WHERE a.attrelid = c.oid AND attname = 'company_id') AS statistics
       FROM pg_class c WHERE c.relname = $1`,
      [name],
    );
    return rows[0];
  };
  const first = await about(`send_items_${made[0]}`);
  expect(first).toMatchObject({ statistics: 0, grants: null });
  expect(await about(`send_items_${made.at(-1)}`)).toEqual(first);
});

// The embedded database has one transaction at a time.
test.skipIf(!server)(
  'where the table is in use for long, the months wait for another day and nobody waits for them',
  async () => {
    const before = await months();
    context.clock.advance(40 * 86_400_000);
    await owner.query('BEGIN; LOCK TABLE send_items_default IN ROW SHARE MODE');
    try {
      await makeItemMonths(context);
    } finally {
      await owner.query('COMMIT');
    }
    expect(await months()).toEqual(before);
    await makeItemMonths(context);
    expect((await months()).length).toBeGreaterThan(before.length);
  },
);
