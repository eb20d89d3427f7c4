import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { cleanUp } from './clean-up.ts';
import { closeAccesses } from './close-accesses.ts';
import { cleanUpSignUps } from './sign-up/clean-up.ts';
import { tellOfTrialEnd } from './sign-up/tell-of-trial-end.ts';

/** What is done for access by the clock. */
export function accessSchedules(context: AppContext): Schedule[] {
  return [
    { job: 'access.close-accesses', cron: '* * * * *', run: () => closeAccesses(context) },
    { job: 'access.clean-up', cron: '23 4 * * *', run: () => cleanUp(context) },
    { job: 'access.clean-up-sign-ups', cron: '29 4 * * *', run: () => cleanUpSignUps(context) },
    // In the morning of those who read it.
    { job: 'access.tell-of-trial-end', cron: '7 11 * * *', run: () => tellOfTrialEnd(context) },
  ];
}
