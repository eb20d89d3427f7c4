import type pg from 'pg';

/** A node of a plan, as EXPLAIN tells it in JSON. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** `SubPlan` and `InitPlan` are sub-queries of their own. */
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Plan[];
}

/** The tables that grow with what people do; none of them may be read from end to end for one screen. */
const factTables = /^(responses|answers|contacts|send_items(_\d{4}_\d{2})?)$/;

interface PlannedQuery {
  readonly text: string;
  readonly plan: Plan;
}

/** From now on asks the database for the plan of every query and of every change on this pool, just before it runs and in its transaction. */
export function recordPlans(pool: pg.Pool): () => readonly PlannedQuery[] {
  const found: PlannedQuery[] = [];
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    client.query = (async (text: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && /^\s*(with|select|insert|update|delete)\b/i.test(text)) {
        const { rows } = await query(`EXPLAIN (FORMAT JSON) ${text}`, ...rest);
        found.push({ text, plan: rows[0]['QUERY PLAN'][0].Plan });
      }
      return query(text, ...rest);
    }) as typeof client.query;
  });
  return () => found;
}

/** The same; answers the fact tables that were read sequentially, with the query that did. */
export function recordSequentialReads(pool: pg.Pool): () => readonly string[] {
  const plans = recordPlans(pool);
  return () => plans().flatMap(({ text, plan }) => sequentialReads(plan).map((table) => `${table}: ${text}`));
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function withoutSubQueries(plan: Plan): Plan[] {
  const parts = (plan.Plans ?? []).filter(
    (part) => !['SubPlan', 'InitPlan'].includes(part['Parent Relationship'] ?? ''),
  );
  return [plan, ...parts.flatMap(withoutSubQueries)];
}

/** The tables that a plan reads for one result, each as often as it is read: not those that only a sub-query asks. */
export function joinedTables(plan: Plan): string[] {
  return withoutSubQueries(plan).flatMap(({ 'Relation Name': table }) => table ?? []);
}

/** The indexes that a plan asks. */
export function askedIndexes(plan: Plan): string[] {
  return nodesOf(plan).flatMap(({ 'Index Name': index }) => index ?? []);
}

/** The conditions on indexes by which a plan finds rows of a table, for each time that it reads it: null where it reads all of them. */
export function indexConditions(plan: Plan, table: string): (string | null)[] {
  const reads = nodesOf(plan).filter(
    ({ 'Relation Name': name, 'Node Type': node }) => name === table && node.endsWith('Scan'),
  );
  return reads.flatMap((read) => {
    const conditions = withoutSubQueries(read).flatMap(({ 'Index Cond': condition }) => condition ?? []);
    return conditions.length > 0 ? conditions : [null];
  });
}

/** The fact tables that a plan reads from end to end. */
export function sequentialReads(plan: Plan): string[] {
  return nodesOf(plan).flatMap(({ 'Node Type': node, 'Relation Name': table = '' }) =>
    node === 'Seq Scan' && factTables.test(table) ? [table] : [],
  );
}
