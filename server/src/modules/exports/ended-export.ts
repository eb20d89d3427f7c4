import type { CompanyId, ExportId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** What became of an export, for whom it is told to; undefined while it runs, or once it was cancelled. */
export async function findEndedExport(tx: Transaction, companyId: CompanyId, exportId: ExportId) {
  const row = await tx
    .selectFrom('exports')
    .select(['business_unit_id as businessUnitId', 'status', 'type', 'created_by as userId', 'done_rows as exported'])
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('status', 'in', ['finished', 'error'])
    .executeTakeFirst();
  if (!row || row.userId === null) return undefined;
  const { status, userId, ...rest } = row;
  return { ...rest, userId, isFinished: status === 'finished' };
}
