import type { SavedFilterId } from '@escuta/contract/ids';
import { filterSearchBytesMax, savedFiltersMax } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilterList } from '@escuta/contract/saved-filters';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { listFilterRows, mayRead } from './queries.ts';
import { isSameName, isTooLong } from './saved-filter.ts';

interface SavedFilterForm {
  readonly list: SavedFilterList;
  readonly name: string;
  readonly shared: boolean;
  readonly search: FilterSearch;
}

/**
 * Saves a filter of a list. Refuses FORBIDDEN to whoever may not read the list, FILTER_TOO_LONG, TOO_MANY_FILTERS beyond 50 of one
 * person, and FILTER_EXISTS.
 */
export async function createSavedFilter(
  tx: Transaction,
  scope: Scope,
  { list, name, shared, search }: SavedFilterForm,
  now: Date,
): Promise<SavedFilterId> {
  if (!mayRead(scope, list)) throw refuse('FORBIDDEN');
  if (isTooLong(search)) throw refuse('FILTER_TOO_LONG', { most: filterSearchBytesMax });
  // Whoever saves one waits for the others: neither the number nor the names change meanwhile.
  await holdBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  const own = (await listFilterRows(tx, scope, list)).filter((row) => row.user_id === scope.userId);
  if (own.length >= savedFiltersMax) throw refuse('TOO_MANY_FILTERS', { most: savedFiltersMax });
  if (own.some((row) => isSameName(row.name, name))) throw refuse('FILTER_EXISTS');
  const id = newId<SavedFilterId>();
  await tx
    .insertInto('saved_filters')
    .values({
      company_id: scope.companyId,
      id,
      business_unit_id: scope.businessUnitId,
      list,
      user_id: scope.userId,
      name,
      shared,
      search: JSON.stringify(search),
      created_at: now,
      updated_at: now,
    })
    .execute();
  // What somebody keeps for themselves is nobody's business.
  const target = { type: 'saved_filter', id, label: name } as const;
  if (shared) await recordAudit(tx, scope, { action: 'saved_filter.created', target }, now);
  return id;
}
