import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from './database.ts';

/*
 * What keeps PostgreSQL's planner on look-ups by key, in one place. Functions of db/functions point at an entry in three
 * words, such as “batch.ts: led look-ups”.
 *
 * The cause is nearly always one: **statistics older than the rows**. A company that is newer than the last ANALYZE looks
 * empty, or as small as most others. Then it seems as cheap to read all that it has as to look up twenty keys, and a batch of
 * twenty answers reads sixty thousand rows.
 *
 * no statistics     `ALTER TABLE … ALTER company_id SET STATISTICS 0`, in the migrations, on the tables with many rows for
 *                   each company (contacts, send_items, responses). The planner takes a company for one in two hundred
 *                   (DEFAULT_NUM_DISTINCT), whichever it is, so that an index which names the row wins.
 * led look-ups      `ledLookUp` here, OFFSET 0 in functions.
 * read once         `once` here, MATERIALIZED in functions. What is read twice, or locks its rows, needs no word: PostgreSQL never
 *                   folds it.
 * by address        `byAddress` here, the same two conditions in functions.
 * walk indexes      `SET enable_seqscan = off`, `enable_hashjoin`, `enable_mergejoin` at a function: what is left is a nested
 *                   loop that looks up by an index; and only bitmaps (`enable_indexscan = off`) where the index of trigrams
 *                   is the one to use. A function that is called keeps what its caller has set.
 * walk in order     `withoutSort` here.
 * looked up anew    `withoutSortOrMemoize` here.
 * no scan           `withoutScan` here, `SET enable_seqscan = off` at a function.
 * in parallel       `inParallel` here.
 * not in parallel   `ALTER TABLE … SET (parallel_workers = 0)`, in the migrations, on a table that a sub-query reads beside many contacts.
 *                   Where the planner reads the sub-query with a helper, it reads the contacts without one (a plan with a Gather is not
 *                   parallel-safe).
 * no loops          `withoutLoops` here.
 * asked apart       `coalesce(… IN (SELECT …), false)`: a sub-query of its own, whose rows are hashed once. As a condition by itself it
 *                   becomes a join, and one that keeps the order of what it is joined with is a nested loop: each contact with each
 *                   row of the sub-query.
 * hidden column     `items_month + 0`, `company_id IS NOT DISTINCT FROM …`, `(… IS NULL) IS NOT TRUE`: a condition that no index
 *                   serves, where the planner would be led by a column that looks narrow and is not.
 * one plan          `unnest((SELECT items))`: how many rows a batch has stays unknown to the planner. Where it knows them, the plan
 *                   for the values at hand seems cheaper than one for all, and each call is planned again: that cost more
 *                   than to answer it (choose_custom_plan).
 * values of the statement   the month of `send_items` as a value, and not as a column of a batch: the partition is chosen
 *                   when the statement starts, and the two dozen others are not opened. To open them costs a millisecond.
 * one of many partitions   LIMIT 1 at a look-up by the whole key. A plan for any month seems to read one row in each partition, so
 *                   that one for this month seems cheaper, and each call is planned again: that costs seven times the
 *                   look-up. With the limit it is priced at the first row, and stays (choose_custom_plan).
 * planned anew      `RETURN QUERY EXECUTE`: for these values and the tables as they are now. Cause: a plan that a connection kept
 *                   from the days when the tables were small.
 */

/**
 * Ends a sub-query that stands after LATERAL and finds one row by its key. PostgreSQL does not pull a sub-query with OFFSET
 * up into the join, so the rows of the batch lead, and each is looked up for itself.
 */
export const ledLookUp = sql`OFFSET 0`;

/**
 * Stands between AS and the query of a CTE that is read once: `WITH asked AS ${once} (…)`. PostgreSQL folds such a CTE into its
 * reader (`inline_cte`): what it computes is computed anew wherever the reader names it, and its look-ups are joined in an order
 * that the planner chooses for all of the statement. Kept apart, the batch is made first, each row of it once.
 */
export const once = sql`MATERIALIZED`;

/**
 * Joins the rows of a table with a batch that names their addresses (`batch.row`, of type tid).
 * NOTE: the two conditions beside the join are true of every row. The planner takes each for one row in two hundred
 * (DEFAULT_EQ_SEL), so it expects a batch of one and goes to it by its address.
 */
export function byAddress(table: string, batch: string): RawBuilder<boolean> {
  const row = sql.ref(`${batch}.row`);
  return sql`${sql.ref(`${table}.ctid`)} = ${row} AND ${row} = ${row}::text::tid AND ${row}::text = ${row}::text::tid::text`;
}

/**
 * Until the transaction ends, no statement sorts where an index has the order. The planner may think little of a unit whose
 * rows are new, and sort a million of them for a page of twenty.
 */
export async function withoutSort(tx: Transaction): Promise<void> {
  await sql`SET LOCAL enable_sort = off`.execute(tx);
}

/**
 * The same, and none remembers what its look-ups found. The planner may expect the rows of a page to share what they look up; where
 * nearly each looks up another, remembering costs more than it saves. Both in one message: an export asks for hundreds of pages.
 */
export async function withoutSortOrMemoize(tx: Transaction): Promise<void> {
  await sql`SET LOCAL enable_sort = off; SET LOCAL enable_memoize = off`.execute(tx);
}

/**
 * Until the transaction ends, no statement reads a table from end to end where an index leads to the rows. Where statistics were
 * taken while the table was small, that seems cheaper, and is done for each row of a batch.
 */
export async function withoutScan(tx: Transaction): Promise<void> {
  await sql`SET LOCAL enable_seqscan = off`.execute(tx);
}

/**
 * Reads much with two processes: that of the connection and one helper. The planner, which takes a company for small, sees no use in
 * one; to start it costs some milliseconds, so this is for what is known to be much. A helper is a new process, which maps each page of
 * the shared memory that it reads: a second one cost more than it brought on two cores. Where the database is told to use none, none is.
 */
export function inParallel<Read>(tx: Transaction, read: () => Promise<Read>): Promise<Read> {
  const settings = sql`
    SELECT set_config(name, value, true)
    FROM (VALUES ('parallel_setup_cost', '0'), ('parallel_tuple_cost', '0'), ('min_parallel_table_scan_size', '0'),
      ('min_parallel_index_scan_size', '0'), ('cpu_operator_cost', '1'),
      ('max_parallel_workers_per_gather', least(current_setting('max_parallel_workers_per_gather')::int, 1)::text)
    ) AS settings (name, value)
  `;
  return readWith(tx, settings, read);
}

/**
 * Joins much with much, each read once. Where statistics say that one side is nearly empty, the planner would read it anew for each row of
 * the other.
 */
export function withoutLoops<Read>(tx: Transaction, read: () => Promise<Read>): Promise<Read> {
  return readWith(tx, sql`SET LOCAL enable_nestloop = off`, read);
}

/** Reads with settings that are taken back behind it. */
async function readWith<Read>(
  tx: Transaction,
  settings: RawBuilder<unknown>,
  read: () => Promise<Read>,
): Promise<Read> {
  await sql`SAVEPOINT read_with`.execute(tx);
  await settings.execute(tx);
  const found = await read();
  await sql`ROLLBACK TO SAVEPOINT read_with`.execute(tx);
  return found;
}
