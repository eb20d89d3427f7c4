import type { SavedFilterId } from '@escuta/contract/ids';
import type { SavedFilter, SavedFilterList } from '@escuta/contract/saved-filters';
import { namesOfUsers } from '#modules/access/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { presentSavedFilter } from './present-saved-filter.ts';
import { findFilter, listFilterRows } from './queries.ts';
import type { SavedFilterRow } from './queries.ts';

/** The filters of a list that somebody sees: their own first. */
export async function readSavedFilters(
  database: Database,
  scope: Scope,
  list: SavedFilterList,
): Promise<SavedFilter[]> {
  return presented(
    database,
    scope,
    await database.withCompany(scope.companyId, (tx) => listFilterRows(tx, scope, list)),
  );
}

/** One that they see. Refuses NOT_FOUND. */
export async function readSavedFilter(database: Database, scope: Scope, id: SavedFilterId): Promise<SavedFilter> {
  const row = await database.withCompany(scope.companyId, (tx) => findFilter(tx, scope, id));
  const [shown] = await presented(database, scope, row ? [row] : []);
  if (!shown) throw refuse('NOT_FOUND');
  return shown;
}

/** Owners are named as they are called now, also those of us who were here and belong to another company. */
async function presented(database: Database, scope: Scope, rows: readonly SavedFilterRow[]): Promise<SavedFilter[]> {
  const owners = [...new Set(rows.map(({ user_id }) => user_id))];
  const names = await database.withSystem((tx) => namesOfUsers(tx, owners));
  return rows.map((row) => presentSavedFilter(row, { userId: scope.userId, names }));
}
