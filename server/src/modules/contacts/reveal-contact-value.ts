import { can } from '@escuta/contract/access-policy';
import type { MaskedValue } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ContactId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import { listCustomFields } from './custom-fields/queries.ts';
import { findContact } from './queries.ts';

/**
 * Shows one value of a contact of the unit that the editor masks, and tells the audit which. Refuses NOT_FOUND, CONTACT_ANONYMIZED,
 * CUSTOM_FIELD_UNKNOWN, and FORBIDDEN for a sensitive custom field to whoever may not see any.
 */
export async function revealContactValue(
  tx: Transaction,
  scope: Scope,
  id: ContactId,
  asked: MaskedValue,
  now: Date,
): Promise<{ value: string | null }> {
  const contact = await findContact(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!contact) throw refuse('NOT_FOUND');
  if (contact.anonymized_at !== null) throw refuse('CONTACT_ANONYMIZED');
  const custom = 'custom_field' in asked ? await customFieldNamed(tx, scope, asked.custom_field) : null;
  if (custom?.sensitive && !can(scope.role, 'contacts.revealSensitive')) throw refuse('FORBIDDEN');
  const value = 'field' in asked ? contact[asked.field] : (contact.custom_fields as CustomValues)[asked.custom_field];
  // Which value, and never what it is: the audit outlives the contact.
  const fields = ['field' in asked ? asked.field : (custom?.label ?? asked.custom_field)];
  const target = { type: 'contact', id, label: contact.name } as const;
  await recordAudit(tx, scope, { action: 'contact.revealed', target, after: { fields } }, now);
  return { value: value ?? null };
}

async function customFieldNamed(tx: Transaction, { companyId }: Scope, name: string): Promise<CustomField> {
  const fields = await listCustomFields(tx, companyId);
  const field = fields.find(({ internal_name }) => internal_name === name);
  if (!field) throw refuse('CUSTOM_FIELD_UNKNOWN', { field: name });
  return field;
}
