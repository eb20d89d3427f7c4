import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { reviveBulkActions } from './revive-bulk-actions.ts';

/** What is done for actions on many contacts by the clock. */
export function bulkActionsSchedules(context: AppContext): Schedule[] {
  return [{ job: 'bulk-actions.revive', cron: '*/5 * * * *', run: () => reviveBulkActions(context) }];
}
