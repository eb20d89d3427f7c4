import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runSearch } from './run-search.ts';

/** What is done when somebody has asked for duplicates. */
export function mergesSubscriptions(context: AppContext): Subscription[] {
  return [on('duplicates.asked', 'merges.search', ({ companyId }) => runSearch(context, { companyId }))];
}
