import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ImportId, SurveyId, UploadId } from '@escuta/contract/ids';
import type { ImportField, RowError } from '@escuta/contract/imports';
import { can } from '@escuta/contract/access-policy';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { StoredPreview } from './file-preview.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** An import as the screens need it. */
export type ImportRow = Awaited<ReturnType<typeof listImportRows>>[number];

/** One page of the imports of a unit, newest first; of those that a user may see. */
export function listImportRows(tx: Transaction, scope: Scope, { limit, page }: { limit: number; page: number }) {
  return visibleImports(tx, scope)
    .select(importColumns)
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many imports of a unit a user may see. */
export function countImports(tx: Transaction, scope: Scope): Promise<number> {
  return countRows(visibleImports(tx, scope));
}

/** A role that may only import sees what the user has imported themselves. */
function visibleImports(tx: Transaction, scope: Scope) {
  const all = importsOf(tx, scope);
  return can(scope.role, 'imports.read') ? all : all.where('imports.created_by', '=', scope.userId);
}

/** One import of a unit, or undefined. */
export function findImport(tx: Transaction, unit: Unit, id: ImportId) {
  return importsOf(tx, unit)
    .select([...importColumns, 'imports.day_order', 'imports.mapping', 'import_uploads.preview'])
    .select(['import_uploads.survey_id as surveyId', 'import_uploads.created_by as uploadedBy'])
    .where('imports.id', '=', id)
    .executeTakeFirst();
}

/** The names of the files of some imports of a unit. */
export function findImportFiles(tx: Transaction, unit: Unit, ids: readonly ImportId[]) {
  return importsOf(tx, unit)
    .select(['imports.id', 'import_uploads.file_name as fileName', 'imports.created_at as startedAt'])
    .where('imports.id', 'in', [...ids])
    .execute();
}

/** One import of the unit. Refuses NOT_FOUND, and FORBIDDEN for another's import to a role that may only import. */
export async function findOwnImport(tx: Transaction, scope: Scope, id: ImportId) {
  const row = await findImport(tx, scope, id);
  if (!row) throw refuse('NOT_FOUND');
  if (!can(scope.role, 'imports.read') && row.created_by !== scope.userId) throw refuse('FORBIDDEN');
  return row;
}

/** An uploaded file of a unit with what was seen of it, or undefined. */
export async function findUpload(tx: Transaction, unit: Unit, id: UploadId) {
  const upload = await uploadOf(tx, unit, id).executeTakeFirst();
  return upload && { ...upload, preview: upload.preview as StoredPreview };
}

/** The same, and nobody changes how it is read before the transaction ends. */
export async function lockUpload(tx: Transaction, unit: Unit, id: UploadId) {
  const upload = await uploadOf(tx, unit, id).forUpdate().executeTakeFirst();
  return upload && { ...upload, preview: upload.preview as StoredPreview };
}

function uploadOf(tx: Transaction, { companyId, businessUnitId }: Unit, id: UploadId) {
  return tx
    .selectFrom('import_uploads')
    .select(['id', 'type', 'survey_id as surveyId', 'file_key', 'preview', 'unstarted_since'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', id);
}

/** When the same file last brought answers to the same survey that are still there; null for a new one, and for contacts. */
export async function importedBefore(
  tx: Transaction,
  { companyId, surveyId }: { companyId: CompanyId; surveyId: SurveyId | null },
  sha256: Buffer,
): Promise<string | null> {
  if (surveyId === null) return null;
  const last = await tx
    .selectFrom('import_uploads as upload')
    .innerJoin('imports', (join) =>
      join.onRef('imports.company_id', '=', 'upload.company_id').onRef('imports.upload_id', '=', 'upload.id'),
    )
    .select('imports.created_at')
    .where('upload.company_id', '=', companyId)
    .where('upload.survey_id', '=', surveyId)
    .where('upload.sha256', '=', sha256)
    .where('imports.created_rows', '>', sql.ref<number>('imports.undone_rows'))
    .orderBy('imports.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.created_at.toISOString() ?? null;
}

/** What a worker needs to run an import or to go on with it. */
export async function findRun(tx: Transaction, companyId: CompanyId, importId: ImportId) {
  const row = await tx
    .selectFrom('imports')
    .innerJoin('import_uploads as upload', (join) =>
      join.onRef('upload.company_id', '=', 'imports.company_id').onRef('upload.id', '=', 'imports.upload_id'),
    )
    .select([
      'imports.company_id as companyId',
      'imports.id as importId',
      'imports.business_unit_id as businessUnitId',
      'imports.type',
      'upload.survey_id as surveyId',
      'imports.sets_off as setsOff',
      'imports.status',
      'imports.mode',
      'imports.has_header as hasHeader',
      'imports.mapping',
      'imports.title_case as titleCase',
      'imports.day_order as dayOrder',
      'imports.blank_cells as blankCells',
      'imports.read_rows as readRows',
      'imports.read_bytes as readPosition',
      'upload.file_key as fileKey',
      'upload.size_bytes as sizeBytes',
      'upload.preview',
    ])
    .where('imports.company_id', '=', companyId)
    .where('imports.id', '=', importId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...row,
    mode: row.mode,
    mapping: row.mapping as ImportField[],
    preview: row.preview as StoredPreview,
  };
}

/** A row that was refused or warned of. */
export interface ListedRow {
  readonly rowNo: number;
  /** All that is wrong with it, in the order in which it was found; each with the name of its column, where it has one. */
  readonly problems: readonly { readonly reason: RowError; readonly column: string | null }[];
  readonly isWarning: boolean;
  /** As they came. */
  readonly cells: readonly string[];
}

/** Some rows that were refused or warned of, of an import after a row number, in the order of the file. */
export async function listRowErrors(
  tx: Transaction,
  companyId: CompanyId,
  importId: ImportId,
  { after, limit }: { after: number; limit: number },
): Promise<ListedRow[]> {
  const rows = await tx
    .selectFrom('import_row_errors')
    .select(['row_no', 'reason', 'column_name', 'further', 'cells', 'is_warning'])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .execute();
  return rows.map(({ row_no, reason, column_name, further, cells, is_warning }) => ({
    rowNo: row_no,
    problems: [{ reason, column_name }, ...(further as KeptProblem[])].map((problem) => ({
      reason: problem.reason as RowError,
      column: problem.column_name,
    })),
    isWarning: is_warning,
    cells,
  }));
}

/** As the rows of a chunk are kept. */
interface KeptProblem {
  readonly reason: string;
  readonly column_name: string | null;
}

function importsOf(tx: Transaction, { companyId, businessUnitId }: Unit) {
  return tx
    .selectFrom('imports')
    .innerJoin('import_uploads', (join) =>
      join
        .onRef('import_uploads.company_id', '=', 'imports.company_id')
        .onRef('import_uploads.id', '=', 'imports.upload_id'),
    )
    .where('imports.company_id', '=', companyId)
    .where('imports.business_unit_id', '=', businessUnitId);
}

/** What the screens need of an import. */
export const importColumns = [
  'imports.id',
  'imports.business_unit_id',
  'imports.type',
  'imports.status',
  'imports.has_header',
  'imports.total_rows',
  'imports.done_rows',
  'imports.created_rows',
  'imports.updated_rows',
  'imports.unchanged_rows',
  'imports.rejected_rows',
  'imports.warned_rows',
  'imports.error',
  'imports.created_by',
  'imports.created_at',
  'imports.ended_at',
  'imports.undo_asked_at',
  'imports.undone_at',
  'imports.undone_rows',
  'import_uploads.file_name',
] as const;
