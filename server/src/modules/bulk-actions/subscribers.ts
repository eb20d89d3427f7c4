import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runBulkAction } from './run-bulk-action.ts';

/** What actions on many contacts do when a fact has happened. */
export function bulkActionsSubscriptions(context: AppContext): Subscription[] {
  return [
    on('bulk-action.started', 'bulk-actions.run', ({ companyId, payload }, signal, tries) =>
      runBulkAction(context, { companyId, bulkActionId: payload.bulkActionId }, signal, tries),
    ),
  ];
}
