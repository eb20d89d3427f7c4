import type { House } from '#platform/house/house.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { cleanUp } from './clean-up.ts';

/** What is done for access by the clock. */
export function accessSchedules(house: House): Schedule[] {
  return [{ job: 'access.clean-up', cron: '23 4 * * *', run: () => cleanUp(house) }];
}
