import type { BusinessUnitId, CompanyId, ExportFileId, ExportId } from '@escuta/contract/ids';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';

export interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

export interface Named {
  readonly companyId: CompanyId;
  readonly exportId: ExportId;
}

interface Page {
  readonly limit: number;
  readonly page: number;
}

/** An export as the screens need it. */
export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];

/** One page of the exports of a unit, newest first. */
export function listExportRows(tx: Transaction, unit: Unit, { limit, page }: Page) {
  return exportsOf(tx, unit)
    .select(exportColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many exports a unit has. */
export function countExports(tx: Transaction, unit: Unit): Promise<number> {
  return countRows(exportsOf(tx, unit));
}

/** One page of the exports of all companies, newest first, in a transaction across companies. */
export function listAllExportRows(tx: Transaction, { limit, page }: Page): Promise<ExportRow[]> {
  return tx
    .selectFrom('exports')
    .select(exportColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many exports all companies have. */
export function countAllExports(tx: Transaction): Promise<number> {
  return countRows(tx.selectFrom('exports'));
}

/** One export of a unit, or undefined. */
export function findExport(tx: Transaction, unit: Unit, id: ExportId) {
  return exportsOf(tx, unit).select(exportColumns).where('id', '=', id).executeTakeFirst();
}

/** The export of a unit whose file this is, or undefined. */
export function findExportOfFile(tx: Transaction, unit: Unit, fileId: ExportFileId) {
  return exportsOf(tx, unit)
    .select([...exportColumns, 'asked'])
    .where('file_id', '=', fileId)
    .executeTakeFirst();
}

function exportsOf(tx: Transaction, { companyId, businessUnitId }: Unit) {
  return tx.selectFrom('exports').where('company_id', '=', companyId).where('business_unit_id', '=', businessUnitId);
}

const exportColumns = [
  'company_id',
  'id',
  'business_unit_id',
  'type',
  'status',
  'format',
  'survey_title',
  'export_mode',
  'names_people',
  'total_rows',
  'done_rows',
  'file_id',
  'created_by',
  'created_at',
  'ended_at',
] as const;
