import type { MergeForm } from '@escuta/contract/merges';
import type { ContactId, MergeId, PersonPackageId, ResponseId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { holdPair, judgeMerge, mergeContacts, readPair } from '#modules/contacts/index.ts';
import { holdImports } from '#modules/imports/index.ts';
import { movePackages } from '#modules/privacy/index.ts';
import { lockResponsesOf, moveResponses } from '#modules/responses/index.ts';
import { moveItems, takeContact } from '#modules/sends/index.ts';
import type { MovedItems } from '#modules/sends/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

/** What a merge moved, as its reversal reads it. */
export interface Moved {
  readonly responses: readonly ResponseId[];
  readonly items: MovedItems;
  readonly packages: readonly PersonPackageId[];
}

/**
 * Merges another contact of the unit into one that stays: what was sent, answered, agreed to and listed is joined, and what one of both
 * stopped stays stopped. Refuses SAME_CONTACT, NOT_FOUND, CONTACT_ANONYMIZED, CONTACT_CHANGED, ADDRESS_MISSING, TOO_MANY_TAGS.
 */
export async function mergePair(
  tx: Transaction,
  scope: Scope,
  keptId: ContactId,
  { other: otherId, versions, choices }: Output<typeof MergeForm>,
  now: Date,
): Promise<MergeId> {
  const { companyId, businessUnitId } = scope;
  if (otherId === keptId) throw refuse('SAME_CONTACT');
  await readPair(tx, scope, { keptId, otherId });
  await holdPeople(tx, { companyId, businessUnitId, ids: [keptId, otherId] });
  const pair = await holdPair(tx, scope, { keptId, otherId });
  const values = judgeMerge({ pair, versions, choices });
  const between = { companyId, from: otherId, to: keptId };
  const moved: Moved = {
    items: await moveItems(tx, between, now),
    responses: await moveResponses(tx, between),
    packages: await movePackages(tx, between),
  };
  const id = await mergeContacts(tx, scope, { keptId, otherId, pair, values, moved, now });
  const target = { type: 'contact', id: keptId, label: pair.kept.name } as const;
  const taken = Object.entries(choices).flatMap(([choice, side]) => (side === 'other' ? [factOf(choice)] : []));
  await recordAudit(tx, scope, { action: 'contact.merged', target, after: { absorbed: otherId, fields: taken } }, now);
  return id;
}

/**
 * Takes everything that could write of people meanwhile, in the order in which an erasure does: imports hold their checkpoint before
 * contacts, workers the person before their items, answers their response before the contact.
 */
export async function holdPeople(
  tx: Transaction,
  { ids, ...unit }: Pick<Scope, 'companyId' | 'businessUnitId'> & { readonly ids: readonly ContactId[] },
): Promise<void> {
  const inOrder = ids.toSorted();
  await holdImports(tx, unit);
  for (const contactId of inOrder) await takeContact(tx, { ...unit, contactId });
  for (const contactId of inOrder) await lockResponsesOf(tx, { companyId: unit.companyId, contactId });
}

/** A choice as the audit names a field. */
export function factOf(choice: string): string {
  return choice === '_company' ? 'company' : choice.replace(/^custom_fields\./, '');
}
