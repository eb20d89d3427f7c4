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

interface Waiting {
  readonly company_id: CompanyId;
  readonly id: ExportId;
  readonly business_unit_id: BusinessUnitId;
  readonly created_at: Date;
}

/**
 * Whether an export of the unit runs, or waits since before this one: jobs come in any order, files in the order in which they were
 * asked for. Who waits for another is told when that one ends, however it ends.
 */
export async function waitsForOthers(tx: Transaction, waiting: Waiting): Promise<boolean> {
  const { company_id: companyId, business_unit_id: businessUnitId, id, created_at: createdAt } = waiting;
  const other = await exportsOf(tx, { companyId, businessUnitId })
    .select('id')
    .where('id', '<>', id)
    .where((where) =>
      where.or([
        where('status', '=', 'running'),
        where.and([
          where('status', '=', 'pending'),
          where(where.refTuple('created_at', 'id'), '<', where.tuple(createdAt, id)),
        ]),
      ]),
    )
    .executeTakeFirst();
  return other !== undefined;
}

/** Since when an export that waits has its turn: since the last one of the unit ended, or it was asked for; null before it has it. */
export async function turnSince(tx: Transaction, waiting: Waiting): Promise<Date | null> {
  if (await waitsForOthers(tx, waiting)) return null;
  const { company_id: companyId, business_unit_id: businessUnitId, created_at: createdAt } = waiting;
  const last = await exportsOf(tx, { companyId, businessUnitId })
    .select('ended_at')
    .where('ended_at', '>', createdAt)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.ended_at ?? createdAt;
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
