import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Joins the rows of a table with a batch that names their addresses (`batch.row`, of type tid), and keeps the database from
 * reading all rows of the company instead: it knows little of a company whose rows are new, and may take them for few.
 * NOTE: the two conditions beside the join are true of every row. The database takes each for one row in two hundred, so
 * it expects a batch of one and goes to it by its address.
 */
export function byAddress(table: string, batch: string): RawBuilder<boolean> {
  const row = sql.ref(`${batch}.row`);
  return sql`${sql.ref(`${table}.ctid`)} = ${row} AND ${row} = ${row}::text::tid AND ${row}::text = ${row}::text::tid::text`;
}
