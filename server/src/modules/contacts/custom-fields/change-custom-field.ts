import type { CustomField, CustomFieldForm } from '@escuta/contract/custom-fields';
import type { CustomFieldId } from '@escuta/contract/ids';
import { changedFacts } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { refuseTakenLabel } from './create-custom-field.ts';
import { isSearched } from './custom-search.ts';
import { countHolders, fieldWith, listCustomFields, lockCustomFields } from './queries.ts';

/**
 * Changes a custom field. Refuses a label as creating does, and CUSTOM_FIELD_IN_USE for another type while contacts hold values of
 * it. An option that is taken away stays with the contacts that hold it, until somebody chooses another one. Contacts follow a field
 * into the search, and out of it, in the background.
 */
export async function changeCustomField(
  tx: Transaction,
  scope: Scope,
  { id, form }: { readonly id: CustomFieldId; readonly form: CustomFieldForm },
  now: Date,
): Promise<CustomField> {
  const { companyId } = scope;
  const fields = await lockCustomFields(tx, companyId);
  const current = fieldWith(fields, id);
  if (!current) throw refuse('NOT_FOUND');
  const others = fields.filter((field) => field !== current);
  // A field that is older than these refusals keeps its label.
  if (form.label !== current.label) refuseTakenLabel(others, form.label);
  if (form.type !== current.type) {
    const count = await countHolders(tx, companyId, current.internal_name);
    if (count > 0) throw refuse('CUSTOM_FIELD_IN_USE', { count });
  }
  const facts = changedFacts(factsOf(current), factsOf(form));
  if (!facts) return current;
  const entersOrLeaves = isSearched(form) !== isSearched(current);
  await tx
    .updateTable('custom_fields')
    .set({ ...form, updated_at: now, ...(entersOrLeaves ? { search_fill_id: newId() } : {}) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  if (entersOrLeaves) await emit(tx, companyId, 'custom-field.search-changed', {});
  const target = { type: 'custom_field', id, label: form.label } as const;
  await recordAudit(tx, scope, { action: 'custom_field.changed', target, ...facts }, now);
  return fieldWith(await listCustomFields(tx, companyId), id)!;
}

/** What can be changed of a field, by the names of the audit. */
function factsOf({ label, type, options, required, sensitive, searchable }: CustomFieldForm) {
  return { label, field_type: type, options, required, sensitive, searchable };
}
