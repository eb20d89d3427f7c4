import type { CompanyId, ImportId } from '@escuta/contract/ids';
import { broughtBy } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';

/** What became of an import, for whom it is told to; undefined while it runs, or where nobody started it. */
export async function findEndedImport(tx: Transaction, companyId: CompanyId, importId: ImportId) {
  const row = await tx
    .selectFrom('imports')
    .innerJoin('import_uploads', (join) =>
      join
        .onRef('import_uploads.company_id', '=', 'imports.company_id')
        .onRef('import_uploads.id', '=', 'imports.upload_id'),
    )
    .select([
      'imports.business_unit_id as businessUnitId',
      'imports.type',
      'imports.status',
      'imports.created_by as userId',
      'imports.created_rows as created',
      'imports.updated_rows as updated',
      'imports.unchanged_rows as unchanged',
      'imports.rejected_rows as rejected',
      'import_uploads.file_name as fileName',
    ])
    .where('imports.company_id', '=', companyId)
    .where('imports.id', '=', importId)
    .where('imports.status', 'in', ['finished', 'error'])
    .executeTakeFirst();
  if (!row || row.userId === null) return undefined;
  const { businessUnitId, type, fileName, rejected, userId } = row;
  const imported = broughtBy({ type, counts: row });
  return { businessUnitId, type, fileName, rejected, userId, imported, isFinished: row.status === 'finished' };
}
