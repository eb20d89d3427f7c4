/**
 * The database cannot be asked now: it is away, starting, full or out of reach, or what was asked for is in other hands for
 * too long. What was asked may or may not be done.
 */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';

  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * SQLSTATE classes that speak of the server and not of what it was asked (PostgreSQL, appendix A): connection, lack of
 * resources (a full disk, too many connections), shutdown and start, errors of its system; 25006 is a server that only
 * reads, as a stand-by does while it takes over; 25P03 and 55P03 say that our own limits ended a transaction that was
 * silent for too long, and a statement that waited too long for a row.
 */
const ofTheServer = /^(08|53|57P|58)|^(25006|25P03|55P03)$/;
const ofTheNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What `pg` and its pool say without a code. */
const ofTheDriver =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether an error of a transaction says that the database is away; trying again later is then all that helps. */
export function saysDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return ofTheServer.test(code) || ofTheNetwork.has(code) || ofTheDriver.test(error.message);
}

/** Whether an error says that this connection was broken, perhaps long ago; another one may do. */
export function saysConnectionDied(error: unknown): boolean {
  return error instanceof Error && /\b(ECONNRESET|EPIPE)$|^Connection terminated unexpectedly/.test(error.message);
}
