import type pg from 'pg';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The tables that grow with what people do; none of them may be read from end to end for one screen. */
const factTables = /^(responses|answers|contacts|send_items(_\d{4}_\d{2})?)$/;

/**
 * From now on asks the database for the plan of every query on this pool, just before it runs and in its transaction.
 * @returns the fact tables that were read sequentially, with the query that did.
 */
export function recordSequentialReads(pool: pg.Pool): () => readonly string[] {
  const found: string[] = [];
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    client.query = (async (text: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && /^\s*(with|select)\b/i.test(text)) {
        const { rows } = await query(`EXPLAIN (FORMAT JSON) ${text}`, ...rest);
        for (const table of sequentialReads(rows[0]['QUERY PLAN'][0].Plan)) found.push(`${table}: ${text}`);
      }
      return query(text, ...rest);
    }) as typeof client.query;
  });
  return () => found;
}

/** The fact tables that a plan reads from end to end. */
export function sequentialReads(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': table = '', Plans: parts = [] } = plan;
  const own = node === 'Seq Scan' && factTables.test(table) ? [table] : [];
  return [...own, ...parts.flatMap(sequentialReads)];
}
