import type { BulkActionId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { endBulkAction } from './end-bulk-action.ts';
import { findBulkAction, seenBy } from './queries.ts';

/** Stops an action where it is; one that is over stays as it is. Refuses NOT_FOUND, and FORBIDDEN for one that somebody else has started. */
export async function cancelBulkAction(tx: Transaction, scope: Scope, id: BulkActionId, now: Date): Promise<void> {
  const row = await findBulkAction(tx, seenBy(scope), id);
  if (!row) throw refuse('NOT_FOUND');
  if (row.created_by !== scope.userId) throw refuse('FORBIDDEN');
  const named = { companyId: scope.companyId, bulkActionId: id };
  const ended = await endBulkAction(tx, named, { status: 'cancelled', now });
  if (!ended) return;
  const after = { total: ended.total, done: ended.done };
  await recordAudit(tx, scope, { action: 'contacts.bulk_cancelled', target: { type: 'contacts' }, after }, now);
}
