import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds that has selected nothing yet. */
export async function countRows<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, object>,
): Promise<number> {
  const counted = query.select(sql<number>`count(*)::int`.as('count')).$castTo<{ count: number }>();
  return (await counted.executeTakeFirstOrThrow()).count;
}
