import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { reviveCustomSearch } from './custom-fields/fill-search.ts';

/** What is done for contacts by the clock. */
export function contactsSchedules(context: AppContext): Schedule[] {
  return [{ job: 'contacts.revive-search', cron: '*/5 * * * *', run: () => reviveCustomSearch(context) }];
}
