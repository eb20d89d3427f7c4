import { sql } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import { setTagged } from '#modules/contacts/index.ts';
import { erasePerson, onceMore } from '#modules/privacy/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { AuditActor } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { Tries } from '#platform/jobs/jobs.ts';
import { runSlice } from '#platform/jobs/run-slice.ts';
import { holdRunning, nextContacts } from './queries.ts';
import type { Named } from './queries.ts';

type Deps = Pick<AppContext, 'database' | 'clock'>;
type Action = NonNullable<Awaited<ReturnType<typeof holdRunning>>>;
type Tagging = Awaited<ReturnType<typeof setTagged>>;

const contactsPerStep = { tag: 1_000, untag: 1_000, anonymize: 1, delete: 1 } as const;

/**
 * Deals with the contacts of an action, a step in a transaction of its own that also takes them off the list: a thousand at a
 * time where tags change, one where somebody is erased. Whose tags changed stays there as done, with the tags. Safe to run twice,
 * also at the same time. The rest of a long one goes to a new job.
 */
export async function runBulkAction(
  { database, clock }: Deps,
  named: Named,
  signal: AbortSignal,
  tries: Tries = { isRetry: false },
): Promise<void> {
  const { companyId, bulkActionId } = named;
  // A person is in the hands of many: a step that met with others' work is done again.
  const isMore = await runSlice({ clock }, { signal, tries }, () =>
    onceMore(() => database.withCompany(companyId, (tx) => step(tx, named, clock.now()))),
  );
  if (isMore)
    await database.withCompany(companyId, (tx) => emit(tx, companyId, 'bulk-action.started', { bulkActionId }));
}

/** @returns whether there is more to do. The action is held: two workers take turns. */
async function step(tx: Transaction, named: Named, now: Date): Promise<boolean> {
  const { companyId, bulkActionId } = named;
  const action = await holdRunning(tx, named);
  if (!action) return false;
  const limit = contactsPerStep[action.kind];
  const ids = await nextContacts(tx, named, limit);
  const { reached, tagged } = await dealWith(tx, { companyId, action, ids, now });
  await keepTagged(tx, named, { tagged, now });
  await tx
    .deleteFrom('bulk_action_contacts')
    .where('company_id', '=', companyId)
    .where('bulk_action_id', '=', bulkActionId)
    .where(sql<boolean>`contact_id = ANY(${ids}::uuid[])`)
    .where('changed_at', 'is', null)
    .execute();
  const isMore = ids.length === limit;
  await tx
    .updateTable('bulk_actions')
    .set({
      done: action.done + ids.length,
      skipped: action.skipped + ids.length - reached,
      moved_at: now,
      ...(isMore ? {} : { status: 'finished' as const, ended_at: now }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', bulkActionId)
    .execute();
  return isMore;
}

interface Work {
  readonly companyId: Named['companyId'];
  readonly action: Action;
  readonly ids: readonly ContactId[];
  readonly now: Date;
}

/** @returns how many are as the action wants them, and whose tags are others than before. */
async function dealWith(tx: Transaction, { companyId, action, ids, now }: Work): Promise<Tagging> {
  const { kind, tags, comments, business_unit_id: businessUnitId } = action;
  if (kind === 'tag' || kind === 'untag')
    return setTagged(tx, { companyId, businessUnitId }, { ids, tags, isTagged: kind === 'tag', now });
  const as = kind === 'delete' ? 'deleted' : 'anonymized';
  const actor = { ...(action.actor as Omit<AuditActor, 'companyId'>), companyId, businessUnitId };
  let erased = 0;
  for (const contactId of ids) {
    if (await eraseIfThere(tx, actor, { contactId, as, comments: comments ?? 'remove' }, now)) erased += 1;
  }
  return { reached: erased, tagged: [] };
}

/** Writes down whose tags were changed, for their timelines. */
async function keepTagged(
  tx: Transaction,
  { companyId, bulkActionId }: Named,
  { tagged, now }: Pick<Tagging, 'tagged'> & { readonly now: Date },
): Promise<void> {
  if (tagged.length === 0) return;
  await sql`
    UPDATE bulk_action_contacts
    SET changed_at = ${now}, changed_tags = ARRAY(SELECT jsonb_array_elements_text(row.tags))
    FROM unnest(${tagged.map(({ id }) => id)}::uuid[], ${tagged.map((row) => JSON.stringify(row.tags))}::jsonb[]) AS row (id, tags)
    WHERE company_id = ${companyId} AND bulk_action_id = ${bulkActionId} AND contact_id = row.id`.execute(tx);
}

/** Who was deleted meanwhile is no error: nothing of them is left to erase. */
async function eraseIfThere(...[tx, actor, erasure, now]: Parameters<typeof erasePerson>): Promise<boolean> {
  try {
    await erasePerson(tx, actor, erasure, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
