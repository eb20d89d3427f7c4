import type { SavedFilterId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { holds } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findFilter } from './queries.ts';

/** Deletes a filter. Refuses NOT_FOUND for one that is not seen, and FORBIDDEN for another's to whoever manages nobody. */
export async function deleteSavedFilter(tx: Transaction, scope: Scope, id: SavedFilterId, now: Date): Promise<void> {
  const filter = await findFilter(tx, scope, id);
  if (!filter) throw refuse('NOT_FOUND');
  if (filter.user_id !== scope.userId && !holds(scope, 'users.manage')) throw refuse('FORBIDDEN');
  await tx.deleteFrom('saved_filters').where('company_id', '=', scope.companyId).where('id', '=', id).execute();
  const target = { type: 'saved_filter', id, label: filter.name } as const;
  if (filter.shared) await recordAudit(tx, scope, { action: 'saved_filter.deleted', target }, now);
}
