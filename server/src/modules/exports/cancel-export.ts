import type { ExportId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { endExport } from './export-state.ts';
import { findExport } from './queries.ts';

/** Cancels an export. Refuses NOT_FOUND, FORBIDDEN for one that somebody else has started, and EXPORT_ENDED. */
export async function cancelExport(tx: Transaction, scope: Scope, exportId: ExportId, now: Date): Promise<void> {
  const row = await findExport(tx, scope, exportId);
  if (!row) throw refuse('NOT_FOUND');
  if (row.created_by !== scope.userId) throw refuse('FORBIDDEN');
  const named = { companyId: scope.companyId, exportId };
  if (!(await endExport(tx, named, { status: 'cancelled', now }))) throw refuse('EXPORT_ENDED');
  await recordAudit(tx, scope, { action: 'export.cancelled', target: { type: 'export', id: exportId } }, now);
}
