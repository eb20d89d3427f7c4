import { expect, vi } from 'vitest';
import type { TestContext } from './test-context.ts';

/**
 * Runs something beside a transaction that a statement begins, and that ends after it. What it runs with waits until so many transactions wait
 * for others. For a database in which transactions meet.
 */
export async function holding(
  { database }: TestContext,
  { statement, values }: { readonly statement: string; readonly values: readonly unknown[] },
  act: (areWaiting: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(statement, [...values]);
    await act((count) =>
      vi.waitFor(async () => {
        // Elsewhere: a transaction sees these statistics as they were when it looked first.
        const { rows } = await database.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(count);
      }),
    );
    await holder.query('COMMIT');
  } finally {
    holder.release();
  }
}
