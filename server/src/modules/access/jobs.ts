import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { cleanUp } from './clean-up.ts';

/** What is done for access by the clock. */
export function accessSchedules(context: AppContext): Schedule[] {
  return [{ job: 'access.clean-up', cron: '23 4 * * *', run: () => cleanUp(context) }];
}
