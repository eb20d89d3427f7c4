import { sql } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { particularNames } from '@escuta/contract/contact-particulars';
import type { ContactChange } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ContactId } from '@escuta/contract/ids';
import { dayInUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { companyOfContact } from './companies/company-of-contact.ts';
import { keptChanges, keptParticulars, refuseDuplicate, refuseNoAddress, refusingUnseen } from './contact-form.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import { customSearchText } from './custom-fields/custom-search.ts';
import { keptCustomValues } from './custom-fields/kept-custom-values.ts';
import type { CustomChanges } from './custom-fields/kept-custom-values.ts';
import { holdCustomFields } from './custom-fields/queries.ts';
import { withinNarrowing } from './narrowings/within-narrowing.ts';
import { findContact } from './queries.ts';
import type { ContactRow } from './queries.ts';
import { carryStops } from './stops/carry-stops.ts';

/**
 * Changes a contact of the unit; where a form says what is known already, nothing is written. Refuses as creating does, NOT_FOUND
 * when the unit has no such contact or no such company, and CONTACT_ANONYMIZED when nothing is to be known of it any more, also
 * since a moment ago.
 */
export async function updateContact(
  tx: Transaction,
  scope: Scope,
  id: ContactId,
  form: ContactChange,
  now: Date,
): Promise<void> {
  const customFields = await holdCustomFields(tx, scope.companyId);
  const before = await holdContact(tx, scope, id);
  const held = (before?.custom_fields ?? {}) as CustomValues;
  const said = withinNarrowing(scope.narrowing, form.custom_fields);
  const values = keptCustomValues(said, customFields, held);
  const fields = keptChanges(form, before ?? null, await dayInUnit(tx, scope, now));
  if (before?.anonymized_at === null) refuseNoAddress({ ...before, ...fields });
  const particulars = keptParticulars(form);
  await refuseDuplicate(tx, scope, fields, id);
  const company = await companyOfContact(tx, scope, form);
  // Which fields, and not what is in them: the audit outlives the contact.
  const changedFields = changedNames(before, { fields, particulars, company });
  changedFields.push(...customFields.flatMap((field) => (field.internal_name in values ? [field.label] : [])));
  if (before?.anonymized_at === null && changedFields.length === 0) return;
  const update = tx
    .updateTable('contacts')
    .set({ ...fields, ...particulars, ...company, ...customFieldsWith(customFields, values), updated_at: now })
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where('id', '=', id)
    .where('anonymized_at', 'is', null)
    .returning('id');
  const changed = await refusingUnseen(() => update.executeTakeFirst());
  if (!before) throw refuse('NOT_FOUND');
  if (!changed) {
    const isThere = await findContact(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
    throw isThere ? refuse('CONTACT_ANONYMIZED') : refuse('NOT_FOUND');
  }
  await carryStops(tx, scope, [{ id, before, after: { ...before, ...fields } }]);
  const target = { type: 'contact', id, label: fields.name ?? before.name } as const;
  await recordAudit(tx, scope, { action: 'contact.changed', target, after: { fields: changedFields } }, now);
}

/**
 * The contact as it stays until the end of the transaction: two who take away one address each leave nobody without any.
 */
async function holdContact(tx: Transaction, { companyId, businessUnitId }: Scope, id: ContactId) {
  await tx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  // What was written by whoever held it before is seen by a statement of its own.
  return findContact(tx, { companyId, businessUnitId, id });
}

/** The names of what a form says otherwise than the contact has it; custom fields are compared where they are judged. */
function changedNames(
  before: ContactRow | undefined,
  {
    fields,
    particulars,
    company,
  }: {
    readonly fields: ReturnType<typeof keptChanges>;
    readonly particulars: ReturnType<typeof keptParticulars>;
    readonly company: Awaited<ReturnType<typeof companyOfContact>>;
  },
): string[] {
  const { contact_company_id: works = before?.contact_company_id } = company;
  return [
    ...contactFieldNames.filter((field) => fields[field] !== undefined && fields[field] !== before?.[field]),
    // As JSON: the tags "a,b" and "a", "b" are not the same.
    ...particularNames.filter(
      (name) => particulars[name] !== undefined && JSON.stringify(particulars[name]) !== JSON.stringify(before?.[name]),
    ),
    ...(works === before?.contact_company_id ? [] : ['company']),
  ];
}

/** The values as the statement finds them, with these changes: others may have changed other values meanwhile. */
function customFieldsWith(fields: readonly CustomField[], changes: CustomChanges) {
  const entries = Object.entries(changes);
  if (entries.length === 0) return {};
  const set = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null)));
  const cleared = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  const held = sql`(contacts.custom_fields || ${set}::jsonb) - ${cleared}::text[]`;
  return { custom_fields: held, custom_search_text: customSearchText(fields, held) };
}
