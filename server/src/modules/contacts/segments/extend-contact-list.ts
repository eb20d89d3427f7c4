import type { SegmentId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { ContactFilter } from '../queries.ts';
import { addMembers } from './add-members.ts';
import { holdList } from './queries.ts';

interface Extension {
  readonly id: SegmentId;
  /** Whose contacts it holds too from now on. */
  readonly filter: ContactFilter;
}

/**
 * Adds the contacts that a filter finds to a list: all of them, or nobody. Refuses NOT_FOUND, also for a segment, and LIST_TOO_LONG.
 * @returns how many were not on it before.
 */
export async function extendContactList(
  tx: Transaction,
  scope: Scope,
  { id, filter }: Extension,
  now: Date,
): Promise<number> {
  const { companyId, businessUnitId } = scope;
  const name = await holdList(tx, { companyId, businessUnitId, segmentId: id });
  const added = await addMembers(tx, { listId: id, filter });
  if (added === 0) return 0;
  await tx
    .updateTable('segments')
    .set({ updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  const target = { type: 'segment', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'contact_list.extended', target, after: { added } }, now);
  return added;
}
