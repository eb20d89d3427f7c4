import type { CompanyId, ImportId } from '@escuta/contract/ids';
import { undoHours } from '@escuta/contract/imports';
import type { Import } from '@escuta/contract/imports';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Tries } from '#platform/jobs/jobs.ts';
import { runSlice } from '#platform/jobs/run-slice.ts';
import { findOwnImport } from './queries.ts';
import type { ImportRow } from './queries.ts';
import { targetOf } from './targets/targets.ts';

type Deps = Pick<AppContext, 'database' | 'clock'>;

/** The embedded database does one thing at a time: others come in between. */
const rowsPerChunk = 250;

/** Until when an import can be undone, or null; somebody may have asked for it and be waiting still. */
export function undoUntil(row: Pick<ImportRow, 'ended_at' | 'undo_asked_at' | 'created_rows' | 'updated_rows'>) {
  if (!row.ended_at || row.undo_asked_at || row.created_rows + row.updated_rows === 0) return null;
  return new Date(row.ended_at.getTime() + undoHours * 3_600_000);
}

/** How far the undo of an import is, or null where nobody has asked for it. */
export function undoOf(row: ImportRow): Import['undo'] {
  if (!row.undo_asked_at) return null;
  const undone = row.undone_rows;
  return {
    status: row.undone_at ? 'finished' : 'running',
    undone,
    kept: row.undone_at ? row.created_rows + row.updated_rows - undone : 0,
  };
}

/** Has a worker undo an import. Refuses as reading it does, and UNDO_NOT_POSSIBLE. Asked again, it goes on. */
export async function undoImport(tx: Transaction, scope: Scope, importId: ImportId, now: Date): Promise<void> {
  const row = await findOwnImport(tx, scope, importId);
  const isGoingOn = row.undo_asked_at !== null && row.undone_at === null;
  const until = undoUntil(row);
  if (!isGoingOn && (!until || until < now)) throw refuse('UNDO_NOT_POSSIBLE');
  await emit(tx, scope.companyId, 'import.undone', { importId });
  if (isGoingOn) return;
  await tx
    .updateTable('imports')
    .set({ undo_asked_at: now })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', importId)
    .execute();
  const target = { type: 'import', id: importId, label: row.file_name } as const;
  await recordAudit(tx, scope, { action: 'import.undone', target }, now);
}

/**
 * Undoes an import, some hundred rows at a time, each in a transaction that also notes where it is. Safe to run twice. The rest of
 * a long one goes to a new job.
 */
export async function runUndo(
  { database, clock }: Deps,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  signal: AbortSignal,
  tries: Tries = { isRetry: false },
): Promise<void> {
  const isMore = await runSlice({ clock }, { signal, tries }, () =>
    database.withCompany(companyId, (tx) => undoChunk(tx, { companyId, importId }, clock.now())),
  );
  if (isMore) await database.withCompany(companyId, (tx) => emit(tx, companyId, 'import.undone', { importId }));
}

/** @returns whether there is more to undo. The import is held: two workers take turns. */
async function undoChunk(
  tx: Transaction,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select([
      'type',
      'business_unit_id as businessUnitId',
      'created_at as since',
      'undo_after as after',
      'undone_rows as before',
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('undo_asked_at', 'is not', null)
    .where('undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const scope = { companyId, importId, businessUnitId: row.businessUnitId, since: row.since };
  const page = { after: row.after, limit: rowsPerChunk, now };
  const { undone, next } = await targetOf(row.type).undo(tx, scope, page);
  await tx
    .updateTable('imports')
    .set({
      undone_rows: row.before + undone,
      undo_after: next && JSON.stringify(next),
      undone_at: next ? null : now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .execute();
  return next !== null;
}
