import type * as contract from '@escuta/contract/bulk-actions';
import type { BulkActionId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { insertBulkAction } from './insert-bulk-action.ts';

type TaggingForm = Output<(typeof contract.startTagging)['definition']['body']>;

/**
 * Has a worker add tags to the contacts of a target, or remove them; of whom nothing is known is left out. Refuses
 * BULK_ACTION_RUNNING, TOO_MANY_CONTACTS, and FORBIDDEN for a search by whoever may not see names.
 */
export async function startTagging(
  tx: Transaction,
  scope: Scope,
  { target, kind, tags }: TaggingForm,
  now: Date,
): Promise<BulkActionId> {
  const { id, total } = await insertBulkAction(tx, scope, { kind, tags, comments: null, target, now });
  const action = kind === 'tag' ? 'contacts.tagged' : 'contacts.untagged';
  await recordAudit(tx, scope, { action, target: { type: 'contacts' }, after: { tags, total } }, now);
  return id;
}
