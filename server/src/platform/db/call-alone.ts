import pg from 'pg';

/** A call of a function, as Kysely compiles it, and what begins its transaction. */
export interface LoneCall {
  readonly begin: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Begins, calls and commits in one message, and gives what the function returned. The server reads the message whole before
 * it begins, so it never waits for this process inside the transaction; when the call fails, it commits nothing.
 */
export async function callAlone(pool: pg.Pool, { begin, sql, parameters }: LoneCall): Promise<unknown> {
  // Several statements go as a text without values: the simple query of the protocol.
  const called = sql.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]));
  const client = await pool.connect();
  try {
    const results: unknown = await client.query(`${begin}; SELECT ${called} AS result; COMMIT`);
    client.release();
    return resultOf(results);
  } catch (error) {
    // What the server refused leaves the transaction open, and without a lock; whatever else happened, the connection may be
    // in the middle of something.
    const isOver = error instanceof pg.DatabaseError && (await rollBack(client));
    client.release(!isOver);
    throw error;
  }
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Of the results of all statements, the one with a row. */
function resultOf(results: unknown): unknown {
  const rows = (results as pg.QueryResult<{ result: unknown }>[]).flatMap((result) => result.rows);
  return rows[0]?.result;
}

/** A value as SQL reads it: a text quoted, whatever it says. Throws on what has no one form, and on NUL, which ends a message. */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value !== 'string' || value.includes('\0')) throw new Error('a lone call takes texts, numbers and truths');
  return pg.escapeLiteral(value);
}
