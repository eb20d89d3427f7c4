import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { makeItemMonths } from './make-item-months.ts';

/** What is done for sends by the clock. */
export function sendsSchedules(context: AppContext): Schedule[] {
  return [{ job: 'sends.make-item-months', cron: '41 3 * * *', run: () => makeItemMonths(context) }];
}
