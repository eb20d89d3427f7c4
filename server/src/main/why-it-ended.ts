import { SettingError } from '#platform/config/setting-error.ts';
import { saysDatabaseAway } from '#platform/db/database-away.ts';

/** What an operator is told of an error that ended a process: the few that they can put right say how. */
export function whyItEnded(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'its port is taken by another program: stop that one, or choose another PORT or OPERATIONS_PORT';
  if (code === 'EACCES' && syscall === 'listen')
    return 'this user may not listen on its port: choose a PORT and an OPERATIONS_PORT above 1023';
  if (saysDatabaseAway(error))
    return 'the database of DATABASE_URL cannot be reached: start this again when it answers';
  return 'ended by an error that nobody expected';
}
