import { mayTakeNames } from '@escuta/contract/access-policy';
import type { Export } from '@escuta/contract/exports';
import type { BusinessUnitId, CompanyId, ExportId } from '@escuta/contract/ids';
import { namesOfUsers } from '#modules/access/index.ts';
import { findCompany, listBusinessUnits } from '#modules/companies/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { presentExport } from './present-export.ts';
import { countAllExports, countExports, findExport, listAllExportRows, listExportRows } from './queries.ts';
import type { ExportRow } from './queries.ts';

type Page = Readonly<Record<'limit' | 'page', number>>;

/** One page of the unit's exports, newest first, and how many there are. */
export async function readExports(database: Database, scope: Scope, page: Page) {
  const { rows, total } = await database.withCompany(scope.companyId, async (tx) => ({
    rows: await listExportRows(tx, scope, page),
    total: await countExports(tx, scope),
  }));
  return { data: await presented(database, scope, rows), total };
}

/** One page of the exports of all companies. Files of another unit are fetched from inside of it: their links stay there. */
export async function readAllExports(database: Database, scope: Scope, page: Page) {
  const { rows, total } = await database.withSystem(async (tx) => ({
    rows: await listAllExportRows(tx, page),
    total: await countAllExports(tx),
  }));
  return { data: await presented(database, scope, rows), total };
}

/** One export of the unit. Refuses NOT_FOUND. */
export async function readExport(database: Database, scope: Scope, id: ExportId): Promise<Export> {
  const row = await database.withCompany(scope.companyId, (tx) => findExport(tx, scope, id));
  const [shown] = await presented(database, scope, row ? [row] : []);
  if (!shown) throw refuse('NOT_FOUND');
  return shown;
}

/** Whether who works in a unit may fetch the file of an export. */
export function mayDownload(scope: Scope, row: Pick<ExportRow, 'company_id' | 'business_unit_id' | 'names_people'>) {
  const isHere = row.company_id === scope.companyId && row.business_unit_id === scope.businessUnitId;
  return isHere && (!row.names_people || mayTakeNames(scope));
}

/** Names live with other modules: companies with their units, users wherever they belong. */
async function presented(database: Database, scope: Scope, rows: readonly ExportRow[]): Promise<Export[]> {
  const companies = new Map<CompanyId, string>();
  const units = new Map<BusinessUnitId, string>();
  for (const companyId of new Set(rows.map((row) => row.company_id))) {
    await database.withCompany(companyId, async (tx) => {
      companies.set(companyId, (await findCompany(tx, companyId))?.name ?? '');
      for (const { id, name } of await listBusinessUnits(tx, companyId)) units.set(id, name);
    });
  }
  const userIds = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  const users = await database.withSystem((tx) => namesOfUsers(tx, userIds));
  return rows.map((row) => presentExport(row, { companies, units, users }, { mayDownload: mayDownload(scope, row) }));
}
