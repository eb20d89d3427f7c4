import type { SegmentId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { ContactFilter } from '../queries.ts';
import { addMembers } from './add-members.ts';
import { admitSegment, insertSegment } from './create-segment.ts';

interface ListForm {
  readonly name: string;
  /** Whose contacts it freezes. */
  readonly filter: ContactFilter;
}

/** Freezes the contacts that a filter finds as a list. Refuses SEGMENT_EXISTS, TOO_MANY_SEGMENTS beyond 200, and LIST_TOO_LONG. */
export async function createContactList(
  tx: Transaction,
  scope: Scope,
  { name, filter }: ListForm,
  now: Date,
): Promise<SegmentId> {
  await admitSegment(tx, scope, name);
  const id = newId<SegmentId>();
  await insertSegment(tx, scope, { id, name, now });
  const total = await addMembers(tx, { listId: id, filter });
  const target = { type: 'segment', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'contact_list.created', target, after: { total } }, now);
  return id;
}
