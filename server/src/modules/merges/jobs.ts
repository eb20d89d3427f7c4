import { forgetOldMerges } from '#modules/contacts/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { searchAgain } from './run-search.ts';

/** What is done for merges and duplicates by the clock: at night where our customers are. */
export function mergesSchedules(context: AppContext): Schedule[] {
  return [
    {
      job: 'merges.forget',
      cron: '17 5 * * *',
      run: () => forgetOldMerges(context, context.clock.now()),
    },
    { job: 'merges.search-again', cron: '23 6 * * *', run: () => searchAgain(context) },
  ];
}
