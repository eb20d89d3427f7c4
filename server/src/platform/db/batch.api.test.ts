import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../testing/test-context.ts';
import { inParallel, once } from './batch.ts';

const context = testContext();
const batch = sql`(SELECT company_id FROM send_runnable)`;

test.each([
  ['a CTE that is read once is folded into its reader', sql`made AS ${batch} SELECT FROM made`, false],
  ['kept apart by `once`, it is made first', sql`made AS ${once} ${batch} SELECT FROM made`, true],
  ['read twice, it is anyway', sql`made AS ${batch} SELECT FROM made WHERE EXISTS (SELECT FROM made)`, true],
  ['so it is where it locks its rows', sql`made AS (${batch} FOR UPDATE SKIP LOCKED) SELECT FROM made`, true],
])('%s', async (_which, statement: RawBuilder<unknown>, isApart) => {
  const plan = await context.database.withSystem(async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN (COSTS off) WITH ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan.includes('CTE Scan on made')).toBe(isApart);
});

test.each([
  ['one more process helps to read much, and no more than one', 2, '1'],
  ['none helps where the database is told to use none', 0, '0'],
])('%s', async (_which, told, inside) => {
  const settings = await context.database.withSystem(async (tx) => {
    const shown = async () => {
      const { rows } = await sql<{ most: string }>`
        SELECT current_setting('max_parallel_workers_per_gather') AS most
      `.execute(tx);
      return rows[0]?.most;
    };
    await sql`SELECT set_config('max_parallel_workers_per_gather', ${String(told)}, true)`.execute(tx);
    return [await inParallel(tx, shown), await shown()];
  });
  expect(settings).toEqual([inside, String(told)]);
});
