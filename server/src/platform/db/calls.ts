import pg from 'pg';
import { DatabaseAwayError } from './database-away.ts';

/** A call of a function that is a transaction of its own. */
export interface Call {
  /** What begins its transaction. */
  readonly begin: string;
  readonly statement: string;
}

/** What became of calls: the results of those that are committed and last, in order, and the error that kept the next one from it. */
export interface MadeCalls {
  readonly results: readonly unknown[];
  readonly error: unknown;
  /** Whether the connection is as it was: then no call without a result was made. Otherwise nobody knows. */
  readonly isSound: boolean;
}

/** Beyond every call, in ms: a connection that swallows packets would keep all calls of its message waiting. */
const messageMsMax = 5_000;

/** The call of a function as a statement without values. Throws on a value that is no text, number or truth. */
export function statementOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  // Several statements go as a text without values: the simple query of the protocol.
  const called = sql.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]));
  return `SELECT ${called} AS result`;
}

/** Its commit waits for no flush of the log (PostgreSQL, asynchronous commit). */
const withoutFlush = 'SET LOCAL synchronous_commit = off';
/** A record in the log, so that the transaction's commit flushes the log whether or not it writes anything else. */
const record = `SELECT pg_logical_emit_message(true, 'escuta', '')`;

/**
 * Makes calls in one message, one transaction after the other; never throws. The server reads the message whole before it
 * begins, so it never waits for this process inside a transaction. It leaves off at the first that fails, and makes none
 * of those after it. With `sharesFlush` they share one flush of the server's log, and no result is given before it.
 */
export async function makeCalls(
  pool: pg.Pool,
  calls: readonly Call[],
  { sharesFlush = false }: { readonly sharesFlush?: boolean } = {},
): Promise<MadeCalls> {
  const isShared = sharesFlush && calls.length > 1;
  const text = calls
    .flatMap(({ begin, statement }, at) => {
      const flushing = at === calls.length - 1 ? record : withoutFlush;
      return [begin, ...(isShared ? [flushing] : []), statement, 'COMMIT'];
    })
    .join('; ');
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { results: [], error, isSound: false };
  }
  const { results, error } = await ask(client, text);
  // What the server refused leaves the transaction open, and without a lock; whatever else happened, the connection may be
  // in the middle of something.
  const isSound = error === undefined || (isRefusal(error) && (await succeeds(client, 'ROLLBACK')));
  // Of those before the one that failed none was flushed: what is committed may be gone when the server comes back.
  const needsFlush = isShared && error !== undefined && results.length > 0;
  const lasts = !needsFlush || (isSound && (await succeeds(client, `BEGIN; ${record}; COMMIT`)));
  client.release(!isSound || !lasts);
  if (lasts) return { results, error, isSound };
  return { results: [], error: isSound ? new DatabaseAwayError(error) : error, isSound: false };
}

function ask(client: pg.PoolClient, text: string): Promise<Pick<MadeCalls, 'results' | 'error'>> {
  return new Promise((resolve) => {
    const message = new Message(text, (error) => {
      // Behind a row that the driver cannot read it gives no other.
      const unread = isRefusal(error) || !error ? -1 : message.committed.indexOf(undefined);
      resolve({ results: message.committed.slice(0, unread < 0 ? undefined : unread), error: error ?? undefined });
    });
    client.query(message);
  });
}

/** Whether the server said an error, and not the driver or the network. */
function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined;
}

/** What the driver calls when a statement ends, which its types leave out. */
interface StatementListener {
  handleCommandComplete(completion: { readonly text: string }, connection: unknown): void;
}

type Query = new (text: string, callback: (error: Error | undefined) => void) => pg.Query & StatementListener;

/** A message of several transactions, which knows what each gave when the server has said that it is committed. */
class Message extends (pg.Query as unknown as Query) {
  readonly committed: unknown[] = [];
  /** Read by the driver. */
  readonly query_timeout = messageMsMax;
  private given: unknown;

  constructor(text: string, callback: (error: Error | undefined) => void) {
    super(text, callback);
    this.on('row', ({ result }: { result: unknown }) => (this.given = result));
  }

  override handleCommandComplete(completion: { readonly text: string }, connection: unknown): void {
    super.handleCommandComplete(completion, connection);
    if (completion.text !== 'COMMIT') return;
    this.committed.push(this.given);
    this.given = undefined;
  }
}

async function succeeds(client: pg.PoolClient, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch {
    return false;
  }
}

/** A value as SQL reads it: a text quoted, whatever it says. Throws on what has no one form, and on NUL, which ends a message. */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(value);
  // In parentheses, because two minus signs begin a comment.
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`;
  if (typeof value !== 'string' || value.includes('\0')) throw new Error('a lone call takes texts, numbers and truths');
  // The driver goes through a text letter by letter. Most have nothing to escape.
  return /['\\]/.test(value) ? pg.escapeLiteral(value) : `'${value}'`;
}
