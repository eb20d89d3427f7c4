import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';

/**
 * Tells the planner about many contacts that have just come. It takes a company whose rows are newer than the statistics
 * for an empty one, and then reads the whole company where an address should be looked up; autovacuum comes a minute
 * later at best, after a tenth of all companies' rows at worst, and to the embedded database never. By a function of the
 * tables' owner: nobody else may.
 */
export async function refreshContactStatistics({ withSystem }: Pick<Database, 'withSystem'>): Promise<void> {
  await withSystem((tx) => sql`SELECT analyze_contacts()`.execute(tx));
}
