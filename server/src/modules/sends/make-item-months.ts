import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { monthOf } from '#platform/time/clock.ts';

/**
 * Makes the months of items that are missing, to two years from now. Where it fails nobody has to wait for it: the months of
 * before are there, and behind them the default partition.
 */
export async function makeItemMonths({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  try {
    await database.withSystem((tx) => sql`SELECT make_send_items_months(${monthOf(clock.now())}::date)`.execute(tx));
  } catch (error) {
    log.warn({ err: error }, 'the months of the items to come could not be made; tried again tomorrow');
  }
}
