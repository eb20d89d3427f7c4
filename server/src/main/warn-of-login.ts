import { setTimeout as sleep } from 'node:timers/promises';
import { excessRights } from '#platform/db/login-rights.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';

const againMs = 5_000;

/**
 * Says in the log when the database login may do more than the product needs (decision 0017). A database that is away is
 * asked again: the process goes on meanwhile.
 */
export async function warnOfLogin({ database, log }: Pick<AppContext, 'database' | 'log'>): Promise<void> {
  for (;;) {
    try {
      const rights = await excessRights(database.pool);
      if (rights.length > 0)
        log.warn(
          { event: 'database.login_too_strong', rights: rights.join(', ') },
          'the database login may do more than the product needs: see docs/operations.md',
        );
      return;
    } catch {
      if (database.pool.ending) return;
      await sleep(againMs, undefined, { ref: false });
    }
  }
}
