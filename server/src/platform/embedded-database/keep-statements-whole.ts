import type { PGlite } from '@electric-sql/pglite';

/** Message types of the extended query protocol that come before the Sync which ends a statement. */
const partsOfStatement = new Set([...'PBDECFH'].map((letter) => letter.charCodeAt(0)));

/**
 * Keeps the messages of one statement together. A statement with parameters is several messages (Parse, Bind, Describe,
 * Execute, Sync), and the socket server hands them to PGlite one by one, taking turns between connections: another
 * connection's Parse between our Parse and Bind replaces the unnamed statement, so that one caller gets the rows of
 * another, an error, or no answer at all. The server stays with one connection while PGlite says that it is in a
 * transaction; here an unfinished statement counts as one.
 */
export function keepStatementsWhole(database: PGlite): void {
  let isStatementOpen = false;
  const execute = database.execProtocolRawStream.bind(database);
  database.execProtocolRawStream = (message, ...options) => {
    isStatementOpen = partsOfStatement.has(message[0] ?? 0);
    return execute(message, ...options);
  };
  const isInTransaction = database.isInTransaction.bind(database);
  database.isInTransaction = () => isStatementOpen || isInTransaction();
  // The server rolls back when a connection goes away: what it left unfinished is gone with it.
  const exec = database.exec.bind(database);
  database.exec = (...query) => {
    isStatementOpen = false;
    return exec(...query);
  };
}
