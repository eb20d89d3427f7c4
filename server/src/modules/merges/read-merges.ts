import type { Merge } from '@escuta/contract/merges';
import type { ContactId } from '@escuta/contract/ids';
import {
  differingChoices,
  findContact,
  listCustomFields,
  listOpenMerges,
  presentContact,
  readPair,
  stoppedChannels,
  undoUntil,
  versionOf,
} from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

/** The merges into a contact of the unit that can still be reversed, the last one first. Refuses NOT_FOUND. */
export async function readMerges(tx: Transaction, scope: Scope, contactId: ContactId, now: Date): Promise<Merge[]> {
  const { companyId, businessUnitId } = scope;
  if (!(await findContact(tx, { companyId, businessUnitId, id: contactId }))) throw refuse('NOT_FOUND');
  const rows = await listOpenMerges(tx, { companyId, contactId });
  return rows
    .filter(({ merged_at }) => now < undoUntil(merged_at))
    .map(({ id, contact_id, absorbed_id, merged_at, merged_by_name, before }, place) => ({
      _id: id,
      _contact: contact_id,
      absorbed: { _id: absorbed_id, name: before?.absorbed.name ?? '' },
      merged_at: merged_at.toISOString(),
      by: merged_by_name,
      undo_until: undoUntil(merged_at).toISOString(),
      can_undo: place === 0,
    }));
}

/** Two contacts of the unit side by side. Refuses SAME_CONTACT, NOT_FOUND and CONTACT_ANONYMIZED. */
export async function compareContacts(tx: Transaction, scope: Scope, keptId: ContactId, otherId: ContactId) {
  if (keptId === otherId) throw refuse('SAME_CONTACT');
  const { companyId, businessUnitId, role } = scope;
  const { kept, other } = await readPair(tx, scope, { keptId, otherId });
  const fields = await listCustomFields(tx, companyId);
  const shown = async (id: ContactId) => {
    const row = await findContact(tx, { companyId, businessUnitId, id });
    if (!row) throw refuse('NOT_FOUND');
    return presentContact(row, fields, role);
  };
  const stopped = await stoppedChannels(tx, { companyId, keptId, otherId });
  return {
    kept: { contact: await shown(keptId), version: versionOf(kept) },
    other: { contact: await shown(otherId), version: versionOf(other) },
    differing: differingChoices(kept, other),
    stopped,
  };
}
