import { isDeepStrictEqual } from 'node:util';
import type { SavedFilterId } from '@escuta/contract/ids';
import { filterSearchBytesMax } from '@escuta/contract/saved-filters';
import type { FilterSearch } from '@escuta/contract/saved-filters';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { changedFacts } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findFilter, listFilterRows } from './queries.ts';
import { isSameName, isTooLong } from './saved-filter.ts';

interface SavedFilterChange {
  readonly id: SavedFilterId;
  readonly name?: string | undefined;
  readonly shared?: boolean | undefined;
  readonly search?: FilterSearch | undefined;
}

/** Changes a filter. Refuses NOT_FOUND for one that is not seen, FORBIDDEN for another's, FILTER_TOO_LONG and FILTER_EXISTS. */
export async function updateSavedFilter(
  tx: Transaction,
  scope: Scope,
  { id, ...change }: SavedFilterChange,
  now: Date,
): Promise<void> {
  await holdBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  const before = await findFilter(tx, scope, id);
  if (!before) throw refuse('NOT_FOUND');
  if (before.user_id !== scope.userId) throw refuse('FORBIDDEN');
  const { name = before.name, shared = before.shared, search = before.search } = change;
  if (isTooLong(search)) throw refuse('FILTER_TOO_LONG', { most: filterSearchBytesMax });
  const rows = await listFilterRows(tx, scope, before.list);
  const others = rows.filter((row) => row.id !== id && row.user_id === scope.userId);
  if (others.some((row) => isSameName(row.name, name))) throw refuse('FILTER_EXISTS');
  const told = changedFacts({ name: before.name, shared: before.shared }, { name, shared });
  // Of what a list is narrowed by the audit tells no words: a search may be for somebody's name.
  const filters: Record<string, string> = isDeepStrictEqual(search, before.search) ? {} : { filters: 'changed' };
  const after = { ...told?.after, ...filters };
  if (Object.keys(after).length === 0) return;
  await tx
    .updateTable('saved_filters')
    .set({ name, shared, search: JSON.stringify(search), updated_at: now })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  if (!before.shared && !shared) return;
  const target = { type: 'saved_filter', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'saved_filter.changed', target, ...told, after }, now);
}
