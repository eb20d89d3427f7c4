import type { SegmentId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { matching } from '../queries.ts';
import type { ContactFilter } from '../queries.ts';
import { addMembers } from './add-members.ts';
import { holdList } from './queries.ts';

interface Change {
  readonly id: SegmentId;
  /** Finds the contacts that are added to the list, or removed from it. */
  readonly filter: ContactFilter;
}

/**
 * Adds the contacts that a filter finds to a list: all of them, or nobody. Refuses NOT_FOUND, also for a segment, and LIST_TOO_LONG.
 * @returns how many were not on it before.
 */
export async function extendContactList(
  tx: Transaction,
  scope: Scope,
  { id, filter }: Change,
  now: Date,
): Promise<number> {
  const name = await holdList(tx, { ...scope, segmentId: id });
  const added = await addMembers(tx, { listId: id, filter });
  if (added > 0) await noteChange(tx, scope, { id, name, action: 'contact_list.extended', after: { added } }, now);
  return added;
}

/**
 * Takes the contacts that a filter finds off a list. Refuses NOT_FOUND, also for a segment.
 * @returns how many were on it.
 */
export async function reduceContactList(
  tx: Transaction,
  scope: Scope,
  { id, filter }: Change,
  now: Date,
): Promise<number> {
  const name = await holdList(tx, { ...scope, segmentId: id });
  await withoutScan(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('segment_members')
    .where('company_id', '=', scope.companyId)
    .where('segment_id', '=', id)
    .where('contact_id', 'in', matching(tx, filter).select('contacts.id'))
    .executeTakeFirstOrThrow();
  const removed = Number(numDeletedRows);
  if (removed > 0) await noteChange(tx, scope, { id, name, action: 'contact_list.reduced', after: { removed } }, now);
  return removed;
}

interface Noted {
  readonly id: SegmentId;
  readonly name: string;
  readonly action: 'contact_list.extended' | 'contact_list.reduced';
  readonly after: Readonly<Record<string, number>>;
}

async function noteChange(tx: Transaction, scope: Scope, { id, name, action, after }: Noted, now: Date): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ updated_at: now })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  await recordAudit(tx, scope, { action, target: { type: 'segment', id, label: name }, after }, now);
}
