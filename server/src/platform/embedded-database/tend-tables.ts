import pg from 'pg';

interface Tended {
  /** Lets the running cycle finish and ends. */
  stop(): Promise<void>;
}

const everyMs = 60_000;

/**
 * Does what autovacuum does on a server, which the embedded database has none of: every minute it looks for tables that
 * have changed a lot, frees the space of dead rows and renews the statistics. Without, plans made while a table was
 * empty read all of it for ever.
 */
export function tendTables(databaseUrl: string, onFailure: (error: unknown) => void): Tended {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(async () => void (await tendOnce(databaseUrl))).catch(onFailure);
  }, everyMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/** One cycle: answers the tables that it tended. The thresholds are PostgreSQL's own: 50 rows and a tenth or a fifth. */
export async function tendOnce(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query<{ table: string }>(`
      SELECT format('%I.%I', schemaname, relname) AS table
      FROM pg_stat_user_tables
      WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup
    `);
    // One at a time: each has the engine to itself while it runs.
    for (const { table } of rows) await client.query(`VACUUM (ANALYZE) ${table}`);
    return rows.map(({ table }) => table);
  } finally {
    await client.end();
  }
}
