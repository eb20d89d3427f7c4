import { sql } from 'kysely';
import { bulkContactsMax } from '@escuta/contract/bulk-actions';
import type { BulkActionKind, BulkTarget } from '@escuta/contract/bulk-actions';
import type { Output } from '@escuta/contract/route';
import type { CommentTreatment } from '@escuta/contract/erasures';
import type { BulkActionId } from '@escuta/contract/ids';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { targetedContacts } from './targeted-contacts.ts';

interface NewAction {
  readonly kind: BulkActionKind;
  readonly tags: readonly string[];
  /** Of who is erased; null for tags. */
  readonly comments: CommentTreatment | null;
  readonly target: Output<typeof BulkTarget>;
  readonly now: Date;
}

/**
 * Writes down an action and whose contacts it is of, and has a worker begin. Refuses BULK_ACTION_RUNNING, NOT_FOUND when there is
 * nobody, TOO_MANY_CONTACTS, and FORBIDDEN for a search by whoever may not see names.
 */
export async function insertBulkAction(
  tx: Transaction,
  scope: Scope,
  { kind, tags, comments, target, now }: NewAction,
): Promise<{ id: BulkActionId; total: number }> {
  const { companyId, businessUnitId, userId, userName, role, isStaff, address } = scope;
  // One after the other: two at once would both find the unit free.
  await holdBusinessUnit(tx, companyId, businessUnitId);
  const running = await tx
    .selectFrom('bulk_actions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (running) throw refuse('BULK_ACTION_RUNNING');
  const id = newId<BulkActionId>();
  await tx
    .insertInto('bulk_actions')
    .values({
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      kind,
      tags: [...tags],
      comments,
      total: 0,
      actor: JSON.stringify({ userId, userName, role, isStaff, address }),
      created_by: userId,
      created_at: now,
      moved_at: now,
    })
    .execute();
  const total = await decideContacts(tx, scope, { id, kind, target, now });
  if (total === 0) throw refuse('NOT_FOUND');
  if (total > bulkContactsMax) throw refuse('TOO_MANY_CONTACTS', { most: bulkContactsMax });
  await tx
    .updateTable('bulk_actions')
    .set({ total })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await emit(tx, companyId, 'bulk-action.started', { bulkActionId: id });
  return { id, total };
}

/** Writes down whose contacts an action is of. @returns how many they are. */
async function decideContacts(
  tx: Transaction,
  scope: Scope,
  { id, kind, target, now }: Pick<NewAction, 'kind' | 'target' | 'now'> & { id: BulkActionId },
): Promise<number> {
  const { companyId } = scope;
  const found = (await targetedContacts(tx, scope, { kind, target, now }))
    .select([sql<string>`${companyId}::uuid`.as('company_id'), sql<string>`${id}::uuid`.as('bulk_action_id')])
    .select('contacts.id as contact_id');
  const { rows } = await sql<{ total: number }>`
    WITH added AS (
      INSERT INTO bulk_action_contacts (company_id, bulk_action_id, contact_id) ${found} RETURNING contact_id
    )
    SELECT count(*)::int AS total FROM added
  `.execute(tx);
  return rows[0]?.total ?? 0;
}
