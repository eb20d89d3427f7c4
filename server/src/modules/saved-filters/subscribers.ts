import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { forgetPrivateFilters } from './forget-private-filters.ts';

/** What happens to saved filters when a fact has happened. */
export function savedFiltersSubscriptions({ database }: AppContext): Subscription[] {
  return [
    on('user.deactivated', 'saved-filters.forget', ({ companyId, payload: { userId } }) =>
      database.withCompany(companyId, (tx) => forgetPrivateFilters(tx, companyId, userId)),
    ),
  ];
}
