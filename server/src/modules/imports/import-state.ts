import type { CompanyId, ImportId } from '@escuta/contract/ids';
import type { Import, ImportError } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';

interface Named {
  readonly companyId: CompanyId;
  readonly importId: ImportId;
}

/** pending → started: a worker has it and counts its rows. */
export async function markStarted(tx: Transaction, named: Named): Promise<void> {
  await inState(tx, named, ['pending', 'started']).set({ status: 'started' }).execute();
}

/** started → running: its rows are known. A second worker that counted them too changes nothing. */
export async function startRunning(tx: Transaction, named: Named, totalRows: number): Promise<void> {
  await inState(tx, named, ['started']).set({ status: 'running', total_rows: totalRows }).execute();
}

/** running → finished. */
export async function finishImport(tx: Transaction, named: Named, now: Date): Promise<void> {
  const { numUpdatedRows } = await inState(tx, named, ['running'])
    .set({ status: 'finished', ended_at: now })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellEnd(tx, named);
}

/** Anything unfinished → error, with the code of what was wrong with the whole file. */
export async function failImport(tx: Transaction, named: Named, error: ImportError, now: Date): Promise<void> {
  const { numUpdatedRows } = await inState(tx, named, ['pending', 'started', 'running'])
    .set({ status: 'error', error, ended_at: now })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellEnd(tx, named);
}

/** Anything unfinished → cancelled. @returns false when it had ended. Nobody is told: who did it knows. */
export async function stopImport(tx: Transaction, named: Named, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await inState(tx, named, ['pending', 'started', 'running'])
    .set({ status: 'cancelled', ended_at: now })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Once, however many workers ran it: one of them changes its state. */
async function tellEnd(tx: Transaction, { companyId, importId }: Named): Promise<void> {
  await emit(tx, companyId, 'import.ended', { importId });
}

function inState(tx: Transaction, { companyId, importId }: Named, states: readonly Import['status'][]) {
  return tx
    .updateTable('imports')
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('status', 'in', states);
}
