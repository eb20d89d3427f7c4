import { expect, vi } from 'vitest';
import type { TestContext } from '../../server/src/testing/test-context.ts';

/** Waits until no transaction of somebody else is open: that of a killed worker goes on until its statement ends. */
export async function untilDatabaseRests({ database }: TestContext): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
      );
      expect(rowCount).toBe(0);
    },
    { timeout: 30_000, interval: 20 },
  );
}
