import pg from 'pg';

/** The call of a function as a statement without values. Throws on a value that is no text, number or truth. */
export function statementOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  // Several statements go as a text without values: the simple query of the protocol.
  const called = sql.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]));
  return `SELECT ${called} AS result`;
}

/** A call that is a transaction of its own. */
export interface LoneCall {
  /** What begins its transaction. */
  readonly begin: string;
  readonly statement: string;
}

/**
 * Makes calls in one message, one transaction after the other, and gives what each returned. The server reads the message
 * whole before it begins, so it never waits for this process inside a transaction. Where one fails, those before it are
 * committed, and the others are not made; which of them it was, nobody learns.
 */
export async function callAlone(pool: pg.Pool, calls: readonly LoneCall[]): Promise<readonly unknown[]> {
  const texts = calls.map(({ begin, statement }) => `${begin}; ${statement}; COMMIT`);
  const client = await pool.connect();
  try {
    const results: unknown = await client.query(texts.join('; '));
    client.release();
    return resultsOf(results);
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

/** Of the results of all statements, those with a row: one for each call. */
function resultsOf(results: unknown): unknown[] {
  return (results as pg.QueryResult<{ result: unknown }>[]).flatMap(({ rows }) => rows.map(({ result }) => result));
}

/** A value as SQL reads it: a text quoted, whatever it says. Throws on what has no one form, and on NUL, which ends a message. */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value !== 'string' || value.includes('\0')) throw new Error('a lone call takes texts, numbers and truths');
  // The driver goes through a text letter by letter. Most have nothing to escape.
  return /['\\]/.test(value) ? pg.escapeLiteral(value) : `'${value}'`;
}
