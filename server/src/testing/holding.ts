import { expect } from 'vitest';
import type pg from 'pg';
import type { TestContext } from './test-context.ts';

/** Who waits for a transaction, and who waits for them. */
const waiting = `
  WITH RECURSIVE waiting AS (
    SELECT $1::int AS pid
    UNION
    SELECT activity.pid FROM pg_stat_activity AS activity JOIN waiting ON waiting.pid = ANY(pg_blocking_pids(activity.pid))
    WHERE activity.datname = current_database()
  )
  SELECT FROM waiting WHERE pid <> $1
`;

/**
 * Begins calls beside a transaction that holds something until so many wait for it: what the calls come to once it has ended. For a database
 * in which transactions meet.
 */
export async function holding<Calls extends readonly unknown[]>(
  { database }: TestContext,
  hold: (holder: pg.PoolClient) => Promise<unknown>,
  begin: (areWaiting: (count: number) => Promise<void>) => Promise<readonly [...Calls]>,
) {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await hold(holder);
    // On another connection: a transaction sees these statistics as they were when it looked first.
    const count = async () => (await database.pool.query(waiting, [rows[0]!.pid])).rowCount;
    const calls = await begin(async (expected) => {
      await expect.poll(count, { timeout: 10_000 }).toBe(expected);
    });
    await holder.query('COMMIT');
    return await Promise.all(calls);
  } finally {
    holder.release(true);
  }
}
