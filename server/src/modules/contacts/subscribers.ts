import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { fillCustomSearch } from './custom-fields/fill-search.ts';
import { shareErasures } from './stops/share-erasures.ts';

/** What contacts do when a fact has happened. */
export function contactsSubscriptions(context: AppContext): Subscription[] {
  return [
    on('business-unit.created', 'contacts.share-erasures', ({ companyId, payload }) =>
      shareErasures(context, { companyId, businessUnitId: payload.businessUnitId }),
    ),
    on('custom-field.search-changed', 'contacts.fill-search', ({ companyId }, signal) =>
      fillCustomSearch(context, companyId, signal),
    ),
  ];
}
