import type * as contract from '@escuta/contract/bulk-actions';
import type { BulkActionId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { insertBulkAction } from './insert-bulk-action.ts';

type ErasureForm = Output<(typeof contract.startErasure)['definition']['body']>;

/** Has a worker erase the contacts of a target. Refuses as tagging does, and COUNT_DIFFERS unless they are as many as expected. */
export async function startErasure(
  tx: Transaction,
  scope: Scope,
  { target, kind, comments, expected }: ErasureForm,
  now: Date,
): Promise<BulkActionId> {
  const { id, total } = await insertBulkAction(tx, scope, { kind, tags: [], comments, target, now });
  if (total !== expected) throw refuse('COUNT_DIFFERS', { total });
  const action = kind === 'delete' ? 'contacts.deleted' : 'contacts.anonymized';
  await recordAudit(tx, scope, { action, target: { type: 'contacts' }, after: { comments, total } }, now);
  return id;
}
