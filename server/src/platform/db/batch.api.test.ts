import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../testing/test-context.ts';
import { once } from './batch.ts';

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
