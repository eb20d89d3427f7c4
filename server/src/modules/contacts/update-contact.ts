import type { ContactForm } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { keptFields, refuseDuplicate } from './contact-form.ts';

/** Changes a contact of the unit. Refuses as creating does, and NOT_FOUND when the unit has no such contact. */
export async function updateContact(
  tx: Transaction,
  scope: Scope,
  id: ContactId,
  form: ContactForm,
  now: Date,
): Promise<void> {
  const fields = keptFields(form, now);
  await refuseDuplicate(tx, scope, fields, id);
  const changed = await tx
    .updateTable('contacts')
    .set({ ...fields, updated_at: now })
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw refuse('NOT_FOUND');
}
