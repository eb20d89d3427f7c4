import { sql } from 'kysely';
import type { ContactForm } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import { dayInUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { companyOfContact } from './companies/company-of-contact.ts';
import { keptFields, keptParticulars, refuseDuplicate, refusingUnseen } from './contact-form.ts';
import { customSearchText } from './custom-fields/custom-search.ts';
import { keptCustomValues } from './custom-fields/kept-custom-values.ts';
import { holdCustomFields } from './custom-fields/queries.ts';
import { withinNarrowing } from './narrowings/within-narrowing.ts';

/**
 * Creates a contact in the unit, with the value that the caller is narrowed to, if any. Refuses one without an address, a field that
 * is none, another value than that (CONTACT_BEYOND_NARROWING), a duplicate (CONTACT_EXISTS), and a company that the unit does not
 * have (NOT_FOUND).
 */
export async function createContact(tx: Transaction, scope: Scope, form: ContactForm, now: Date): Promise<ContactId> {
  const said = withinNarrowing(scope.narrowing, form.custom_fields);
  const customFields = await holdCustomFields(tx, scope.companyId);
  const values = keptCustomValues(said, customFields, null);
  const today = await dayInUnit(tx, scope, now);
  const fields = { ...keptFields(form, today), ...keptParticulars(form) };
  await refuseDuplicate(tx, scope, fields);
  const id = newId<ContactId>();
  const insert = tx.insertInto('contacts').values({
    company_id: scope.companyId,
    id,
    business_unit_id: scope.businessUnitId,
    ...fields,
    ...(await companyOfContact(tx, scope, form)),
    custom_fields: JSON.stringify(values),
    custom_search_text: customSearchText(customFields, sql`${JSON.stringify(values)}::jsonb`),
    created_at: now,
    updated_at: now,
  });
  await refusingUnseen(() => insert.execute());
  await recordAudit(tx, scope, { action: 'contact.created', target: { type: 'contact', id, label: fields.name } }, now);
  return id;
}
