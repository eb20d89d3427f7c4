import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { AdminImport } from '@escuta/contract/imports';
import { namesOfUsers } from '#modules/access/index.ts';
import { listBusinessUnits, listCompanies, namesOfCompanies } from '#modules/companies/index.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { presentImport } from './present-import.ts';
import { importColumns } from './queries.ts';

interface Asked {
  readonly limit: number;
  readonly page: number;
  /** Words of a file's name or of a company's. */
  readonly search?: string | undefined;
}

/** More companies than these with a word in their names make it a word that finds nothing in particular. */
const foundCompaniesMax = 1_000;

/** One page of the imports of all companies, newest first, and how many there are: for internal staff. */
export async function listAllImports(
  database: Database,
  { limit, page, search }: Asked,
): Promise<{ data: AdminImport[]; total: number }> {
  const { rows, total, companies, users } = await database.withSystem(async (tx) => {
    const found = await matching(tx, search);
    const rows = await found
      .select(['imports.company_id', ...importColumns])
      .orderBy('imports.created_at', 'desc')
      .orderBy('imports.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    const total = await countRows(found);
    const companies = await namesOfCompanies(tx, [...new Set(rows.map((row) => row.company_id))]);
    const userIds = [...new Set(rows.flatMap(({ created_by: id }) => id ?? []))];
    return { rows, total, companies, users: await namesOfUsers(tx, userIds) };
  });
  const units = await unitsOf(database, rows);
  const data = rows.map((row) => ({
    ...presentImport(row, { units, users }),
    company: { _id: row.company_id, nome: companies.get(row.company_id) ?? '' },
  }));
  return { data, total };
}

async function matching(tx: Transaction, search: string | undefined) {
  const all = tx
    .selectFrom('imports')
    .innerJoin('import_uploads', (join) =>
      join
        .onRef('import_uploads.company_id', '=', 'imports.company_id')
        .onRef('import_uploads.id', '=', 'imports.upload_id'),
    );
  if (!search) return all;
  const companies = await listCompanies(tx, { search }, { limit: foundCompaniesMax, page: 1 });
  const ids = companies.map(({ id }) => id);
  return all.where(
    sql<boolean>`(imports.company_id = ANY(${ids}::uuid[])
      OR position(search_form(${search}) in search_form(import_uploads.file_name)) > 0)`,
  );
}

/** Units are read in their own companies, of which a page has few. */
async function unitsOf(
  database: Database,
  rows: readonly { company_id: CompanyId; business_unit_id: BusinessUnitId }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const companyId of new Set(rows.map((row) => row.company_id))) {
    const ids = rows.filter((row) => row.company_id === companyId).map((row) => row.business_unit_id);
    const units = await database.withCompany(companyId, (tx) => listBusinessUnits(tx, companyId, [...new Set(ids)]));
    for (const { id, name } of units) names.set(id, name);
  }
  return names;
}
