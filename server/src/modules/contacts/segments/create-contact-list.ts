import { sql } from 'kysely';
import type { SegmentId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { matching } from '../queries.ts';
import type { ContactFilter } from '../queries.ts';
import { admitSegment, insertSegment } from './create-segment.ts';

interface ListForm {
  readonly name: string;
  /** Whose contacts it freezes. */
  readonly filter: ContactFilter;
}

/** Freezes the contacts that a filter finds as a list. Refuses SEGMENT_EXISTS, and TOO_MANY_SEGMENTS beyond 200. */
export async function createContactList(
  tx: Transaction,
  scope: Scope,
  { name, filter }: ListForm,
  now: Date,
): Promise<SegmentId> {
  const { companyId } = scope;
  await admitSegment(tx, scope, name);
  const id = newId<SegmentId>();
  await insertSegment(tx, scope, { id, name, now });
  await withoutScan(tx);
  // Whose erasure is under way is seen as they are after it: nobody becomes a member who is being deleted.
  const found = matching(tx, filter)
    .select([sql<string>`${companyId}::uuid`.as('company_id'), sql<string>`${id}::uuid`.as('segment_id')])
    .select('contacts.id as contact_id')
    .where('contacts.anonymized_at', 'is', null)
    .forKeyShare('contacts');
  const { rows } = await sql<{ total: number }>`
    WITH added AS (
      INSERT INTO segment_members (company_id, segment_id, contact_id) ${found} RETURNING contact_id
    )
    SELECT count(*)::int AS total FROM added
  `.execute(tx);
  const target = { type: 'segment', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'contact_list.created', target, after: { total: rows[0]?.total ?? 0 } }, now);
  return id;
}
