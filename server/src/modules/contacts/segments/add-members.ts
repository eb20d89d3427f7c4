import { sql } from 'kysely';
import type { SegmentId } from '@escuta/contract/ids';
import { listedContactsMax } from '@escuta/contract/segments';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { matching } from '../queries.ts';
import type { ContactFilter } from '../queries.ts';

interface Addition {
  readonly listId: SegmentId;
  /** Whose contacts become members; of whom nothing is known is left out. */
  readonly filter: ContactFilter;
  /** How many the list may hold. */
  readonly most?: number;
}

/**
 * Adds the contacts that a filter finds to a list that the transaction holds. Refuses LIST_TOO_LONG.
 * @returns how many were not on it before.
 */
export async function addMembers(
  tx: Transaction,
  { listId, filter, most = listedContactsMax }: Addition,
): Promise<number> {
  const { companyId } = filter;
  const { members } = await tx
    .selectFrom('segment_members')
    .select(sql<number>`count(*)::int`.as('members'))
    .where('company_id', '=', companyId)
    .where('segment_id', '=', listId)
    .executeTakeFirstOrThrow();
  const room = Math.max(0, most - members);
  await withoutScan(tx);
  // Whose erasure is under way is seen as they are after it: nobody becomes a member who is being deleted.
  const found = matching(tx, filter)
    .select([sql<string>`${companyId}::uuid`.as('company_id'), sql<string>`${listId}::uuid`.as('segment_id')])
    .select('contacts.id as contact_id')
    .where('contacts.anonymized_at', 'is', null)
    .$if(members > 0, (query) => query.where(isNotOn(companyId, listId)))
    // One more than there is room for says that they are too many.
    .limit(room + 1)
    .forKeyShare('contacts');
  // A merge may have brought one of them meanwhile.
  const { rows } = await sql<{ added: number }>`
    WITH added AS (
      INSERT INTO segment_members (company_id, segment_id, contact_id) ${found}
      ON CONFLICT DO NOTHING
      RETURNING contact_id
    )
    SELECT count(*)::int AS added FROM added
  `.execute(tx);
  const added = rows[0]?.added ?? 0;
  if (added > room) throw refuse('LIST_TOO_LONG', { most });
  return added;
}

function isNotOn(companyId: ContactFilter['companyId'], listId: SegmentId) {
  return sql<boolean>`NOT EXISTS (
    SELECT FROM segment_members
    WHERE segment_members.company_id = ${companyId} AND segment_members.segment_id = ${listId}
      AND segment_members.contact_id = contacts.id
  )`;
}
