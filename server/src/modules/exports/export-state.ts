import type { ExportStatus } from '@escuta/contract/export-types';
import type { ExportFileId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import type { Named, Unit } from './queries.ts';

interface End {
  readonly status: Extract<ExportStatus, 'finished' | 'error' | 'cancelled'>;
  readonly file?: { readonly fileId: ExportFileId; readonly rows: number };
  readonly now: Date;
}

/**
 * Ends an export, lets go of every piece but its file, and gives the turn to the next of the unit. False where it has ended
 * before; whoever calls holds its row, or does not mind.
 */
export async function endExport(
  tx: Transaction,
  { companyId, exportId }: Named,
  { status, file, now }: End,
): Promise<boolean> {
  const ended = await tx
    .updateTable('exports')
    .set({
      status,
      ended_at: now,
      moved_at: now,
      ...(file ? { file_id: file.fileId, done_rows: file.rows, total_rows: file.rows } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('status', 'in', ['pending', 'running'])
    .returning('business_unit_id')
    .executeTakeFirst();
  if (!ended) return false;
  await dropParts(tx, { companyId, exportId }, file?.fileId);
  if (status !== 'cancelled') await emit(tx, companyId, 'export.ended', { exportId });
  await startNext(tx, { companyId, businessUnitId: ended.business_unit_id });
  return true;
}

/** Marks what lies in the storage for an export as nobody's any more, but for one file. */
export async function dropParts(tx: Transaction, { companyId, exportId }: Named, kept?: ExportFileId): Promise<void> {
  await tx
    .updateTable('export_parts')
    .set({ is_dropped: true })
    .where('company_id', '=', companyId)
    .where('export_id', '=', exportId)
    .$if(kept !== undefined, (query) => query.where('id', '<>', kept!))
    .execute();
}

async function startNext(tx: Transaction, { companyId, businessUnitId }: Unit): Promise<void> {
  const next = await tx
    .selectFrom('exports')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (next) await emit(tx, companyId, 'export.started', { exportId: next.id });
}
