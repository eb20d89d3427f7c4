import pg from 'pg';

const int8 = 20;
const date = 1082;
/** Beyond every statement of ours, and before people give up: a network that swallows packets says nothing by itself. */
const queryMsMax = 60_000;
/** After so much silence the system asks the other end whether it is still there. */
export const keepAliveMs = 10_000;

const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // Counters fit a JavaScript number; a day is text, because a day has no instant.
    if (oid === int8) return Number;
    if (oid === date) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** Connections to the database. Every wait has a limit: a caller gets an error, never silence. */
export function createPool(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types: parsers,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryMsMax,
    idleTimeoutMillis: 30_000,
    // The other end may vanish without a word: the system notices, and not only after its two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'escuta',
  });
  // An idle connection that breaks is replaced at the next query, which reports what is wrong if it lasts.
  pool.on('error', () => undefined);
  // NOTE: one that breaks while it is in use fails its query and says so here too: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
