import type { ContactId, MergeId } from '@escuta/contract/ids';
import { holdMerged, markSince, returnWords, reversibleMerge, unmergeContacts } from '#modules/contacts/index.ts';
import { movePackages } from '#modules/privacy/index.ts';
import { lastAnswerBeside, returnResponses } from '#modules/responses/index.ts';
import { addressesWrittenTo, lastSentSince, returnItems } from '#modules/sends/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { factOf, holdPeople } from './merge-pair.ts';
import type { Moved } from './merge-pair.ts';

/** What a reversal came to. */
interface Unmerged {
  readonly kept: ContactId;
  readonly restored: ContactId;
  /** The choices that were edited since the merge, and stay. */
  readonly edited: string[];
}

/**
 * Reverses a merge: the absorbed contact is there again, under its id, with everything that was moved and what has come since to its
 * messages. What was sent to the merged contact since, or agreed by it, stays with it. Refuses NOT_FOUND, MERGE_NOT_REVERSIBLE and
 * CONTACT_EXISTS.
 */
export async function undoMerge(tx: Transaction, scope: Scope, id: MergeId, now: Date): Promise<Unmerged> {
  const { companyId } = scope;
  const { contact_id: kept } = await reversibleMerge(tx, scope, { id, now });
  await holdPeople(tx, { ...scope, ids: [kept] });
  const held = await holdMerged(tx, scope, kept);
  // Whoever reversed it, or merged again, before the contact was held is seen now.
  const merge = await reversibleMerge<Moved>(tx, scope, { id, now });
  const { absorbed_id: restored, merged_at: since, moved, before } = merge;
  const edited = await unmergeContacts(tx, scope, { merge, held, now });
  const between = { companyId, from: kept, to: restored };
  const itemIds = await returnItems(tx, between, moved.items);
  await returnResponses(tx, between, { ids: moved.responses, itemIds });
  await movePackages(tx, { ...between, ids: moved.packages });
  const written = await addressesWrittenTo(tx, { companyId, contactId: restored });
  const returning = { companyId, keptId: kept, absorbedId: restored, since, written };
  await returnWords(tx, scope, { returning, before });
  for (const { id: contactId, was } of [
    { id: kept, was: before.kept },
    { id: restored, was: before.absorbed },
  ]) {
    const sentAt = await lastSentSince(tx, { companyId, contactId, since });
    const marked = was['last_answered_at'] as string | null;
    const answer = await lastAnswerBeside(tx, { companyId, contactId, marked });
    await markSince(tx, { companyId, contactId }, { sentAt, answer });
  }
  const target = { type: 'contact', id: kept, label: held.name } as const;
  await recordAudit(
    tx,
    scope,
    { action: 'contact.unmerged', target, after: { absorbed: restored, fields: edited.map(factOf) } },
    now,
  );
  return { kept, restored, edited };
}
