import type { SavedFilterId, UserId } from '@escuta/contract/ids';
import { maySayWho, savedFilterLists } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilterList } from '@escuta/contract/saved-filters';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { holds, isSwitchedOff } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';

export interface SavedFilterRow {
  readonly id: SavedFilterId;
  readonly list: SavedFilterList;
  /** Its owner. */
  readonly user_id: UserId;
  readonly name: string;
  readonly shared: boolean;
  readonly search: FilterSearch;
}

/** Whether somebody may read a list, and so have filters of it. */
export function mayRead(scope: Scope, list: SavedFilterList): boolean {
  const permission = savedFilterLists[list];
  return holds(scope, permission) && !isSwitchedOff(scope, permission);
}

/** The filters of a list that somebody sees in their unit: their own, then those that others share, each by name. */
export async function listFilterRows(tx: Transaction, scope: Scope, list: SavedFilterList): Promise<SavedFilterRow[]> {
  if (!mayRead(scope, list)) return [];
  const rows = await filtersOf(tx, scope)
    .where('list', '=', list)
    .orderBy((select) => select('user_id', '=', scope.userId), 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(typed).filter((row) => isSeenBy(scope, row));
}

/** A filter that somebody sees in their unit; undefined for any other. */
export async function findFilter(
  tx: Transaction,
  scope: Scope,
  id: SavedFilterId,
): Promise<SavedFilterRow | undefined> {
  const found = await filtersOf(tx, scope).where('id', '=', id).executeTakeFirst();
  const row = found && typed(found);
  return row && mayRead(scope, row.list) && isSeenBy(scope, row) ? row : undefined;
}

/** The unit's filters that are the reader's, or shared. */
function filtersOf(tx: Transaction, { companyId, businessUnitId, userId }: Scope) {
  return tx
    .selectFrom('saved_filters')
    .select(['id', 'list', 'user_id', 'name', 'shared', 'search'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where((where) => where.or([where('user_id', '=', userId), where('shared', '=', true)]));
}

function typed<Row extends { search: unknown }>(row: Row) {
  return { ...row, search: row.search as FilterSearch };
}

/** What may say who somebody is, is shared with those who see everybody. */
function isSeenBy(scope: Scope, row: SavedFilterRow): boolean {
  if (row.user_id === scope.userId || !maySayWho(row.list, row.search)) return true;
  return holds(scope, 'contacts.identify') && scope.narrowing === null;
}
