import { customFieldsMax } from '@escuta/contract/custom-fields';
import type { CustomField, NewCustomField } from '@escuta/contract/custom-fields';
import type { CustomFieldId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { plainWords } from '#platform/tabular/plain-words.ts';
import { isStandardLabel } from '../contacts-table.ts';
import { fieldWith, listCustomFields, lockCustomFields } from './queries.ts';

/** Defines a custom field behind all others. Refuses a label or an internal name that is taken, and TOO_MANY_CUSTOM_FIELDS beyond 60. */
export async function createCustomField(
  tx: Transaction,
  scope: Scope,
  form: NewCustomField,
  now: Date,
): Promise<CustomField> {
  const { companyId } = scope;
  const fields = await lockCustomFields(tx, companyId);
  if (fields.length >= customFieldsMax) throw refuse('TOO_MANY_CUSTOM_FIELDS', { most: customFieldsMax });
  if (fields.some(({ internal_name: name }) => name === form.internal_name))
    throw refuse('CUSTOM_FIELD_EXISTS', { field: 'internal_name' });
  refuseTakenLabel(fields, form.label);
  const id = newId<CustomFieldId>();
  const { max } = await tx
    .selectFrom('custom_fields')
    .select(({ fn }) => fn.max('place').as('max'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const written = await tx
    .insertInto('custom_fields')
    .values({ company_id: companyId, id, ...form, place: (max ?? 0) + 1, created_at: now, updated_at: now })
    // The very first ones of two people who define them at once.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) throw refuse('CUSTOM_FIELD_EXISTS', { field: 'label' });
  const { type, required, sensitive, options } = form;
  await recordAudit(
    tx,
    scope,
    {
      action: 'custom_field.created',
      target: { type: 'custom_field', id, label: form.label },
      after: { field_type: type, required, sensitive, ...(type === 'select' ? { options } : {}) },
    },
    now,
  );
  return fieldWith(await listCustomFields(tx, companyId), id)!;
}

/**
 * Refuses CUSTOM_FIELD_STANDARD where every contact has a field of the label, and CUSTOM_FIELD_EXISTS where another field of the
 * company has it: nobody could tell the two apart, and neither could the import of a file. Capitals and accents make no other label.
 */
export function refuseTakenLabel(others: readonly CustomField[], label: string): void {
  if (isStandardLabel(label)) throw refuse('CUSTOM_FIELD_STANDARD', { label });
  const wanted = plainWords(label);
  if (others.some((other) => plainWords(other.label) === wanted))
    throw refuse('CUSTOM_FIELD_EXISTS', { field: 'label' });
}
