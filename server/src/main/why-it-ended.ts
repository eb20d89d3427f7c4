import { SettingError } from '#platform/config/setting-error.ts';
import { DatabaseAwayError, saysDatabaseAway } from '#platform/db/database-away.ts';

const unexpected = 'ended by an error that nobody expected';

/** What the database of DATABASE_URL says by SQLSTATE (PostgreSQL, appendix A), and what to do about it. */
const databaseRefusals: Readonly<Record<string, string>> = {
  '28P01': 'DATABASE_URL has a user or a password that the database refuses',
  '28000': 'DATABASE_URL has a user whom the database does not let in from here',
  '3D000': 'DATABASE_URL names a database that is not there: create it, then run server/src/main/migrate.ts',
  '42P01': 'the database of DATABASE_URL is not migrated to this release: run server/src/main/migrate.ts',
  '42501': 'the user of DATABASE_URL lacks a right: run server/src/main/migrate.ts, and see docs/operations.md',
};

/** What an operator is told of an error that ended a process: the few that they can put right say how. */
export function whyItEnded(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'its port is taken by another program: stop that one, or choose another PORT or OPERATIONS_PORT';
  if (code === 'EACCES' && syscall === 'listen')
    return 'this user may not listen on its port: choose a PORT and an OPERATIONS_PORT above 1023';
  if (code === 'ERR_INVALID_URL')
    return 'DATABASE_URL is no address such as postgres://user:password@host:5432/name; signs such as @ and / in a password are written %40 and %2F';
  if (code === '22023' && /^role "escuta_\w+" does not exist$/.test(message))
    return 'the database of DATABASE_URL lacks the roles of the product: run server/src/main/migrate.ts';
  const refusal = databaseRefusals[code ?? ''];
  if (refusal) return refusal;
  if (error instanceof DatabaseAwayError || saysDatabaseAway(error))
    return 'the database of DATABASE_URL cannot be reached: start this again when it answers';
  return unexpected;
}

/** Whether `whyItEnded` has a sentence that says what to do. */
export function isForPeople(error: unknown): boolean {
  return whyItEnded(error) !== unexpected;
}
