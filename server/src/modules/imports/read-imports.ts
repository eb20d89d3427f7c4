import type { Import } from '@escuta/contract/imports';
import type { ImportId } from '@escuta/contract/ids';
import { namesOfUsers } from '#modules/access/index.ts';
import { listBusinessUnits } from '#modules/companies/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { presentImport } from './present-import.ts';
import { countImports, findOwnImport, listImportRows } from './queries.ts';
import type { ImportRow } from './queries.ts';

/** One page of the unit's imports that the user may see, newest first, and how many there are. */
export async function readImports(database: Database, scope: Scope, page: { limit: number; page: number }) {
  const { rows, total } = await database.withCompany(scope.companyId, async (tx) => ({
    rows: await listImportRows(tx, scope, page),
    total: await countImports(tx, scope),
  }));
  return { data: await withNames(database, scope, rows), total };
}

/** One import of the unit. Refuses NOT_FOUND, and FORBIDDEN for another's import to a role that may only import. */
export async function readImport(database: Database, scope: Scope, id: ImportId): Promise<Import> {
  const row = await readImportRow(database, scope, id);
  const [shown] = await withNames(database, scope, [row]);
  if (!shown) throw refuse('NOT_FOUND');
  return shown;
}

/** The row behind `readImport`, with its refusals and what was seen of its file. */
export function readImportRow(database: Database, scope: Scope, id: ImportId) {
  return database.withCompany(scope.companyId, (tx) => findOwnImport(tx, scope, id));
}

/** Names live with other modules: units in this company, users wherever they belong. */
async function withNames(database: Database, { companyId }: Scope, rows: readonly ImportRow[]): Promise<Import[]> {
  const units = await database.withCompany(companyId, (tx) => listBusinessUnits(tx, companyId));
  const userIds = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  const users = await database.withSystem((tx) => namesOfUsers(tx, userIds));
  const names = { units: new Map(units.map(({ id, name }) => [id, name])), users };
  return rows.map((row) => presentImport(row, names));
}
