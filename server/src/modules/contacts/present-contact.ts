import { can } from '@escuta/contract/access-policy';
import { Contact } from '@escuta/contract/contacts';
import type { Customer } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { Role } from '@escuta/contract/access-policy';
import { presentCustomValues } from './custom-fields/custom-field.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import type { ContactRow } from './queries.ts';
import { countryOfPhone } from './contact.ts';
import { presentEditedFields, presentFields } from './contact-fields.ts';

/**
 * A contact as lists show it to a role: without the right to identify people, everything personal is masked, and what is marked
 * as sensitive is for everybody. Its custom values are those of the fields that the company has.
 */
export function presentContact(row: ContactRow, customFields: readonly CustomField[], role: Role): Contact {
  const isOpen = can(role, 'contacts.identify');
  return {
    _id: row.id,
    ...presentFields(row, role),
    _company: row.contact_company_id && row.companyName ? { _id: row.contact_company_id, name: row.companyName } : null,
    language: row.language,
    timezone: row.timezone,
    tags: isOpen ? row.tags : [],
    source: row.source,
    created_at: row.created_at.toISOString(),
    custom_fields: presentCustomValues(row.custom_fields as CustomValues, customFields, role),
    last_score: row.last_score,
    last_metric: Contact.shape.last_metric.parse(row.last_metric),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_answered_at: row.last_answered_at?.toISOString() ?? null,
    anonymized_at: row.anonymized_at?.toISOString() ?? null,
  };
}

/** A contact as the editor shows it to a role, with what lists call the person beside it. */
export function presentCustomer(
  row: ContactRow,
  customFields: readonly CustomField[],
  role: Role,
): { customer: Customer; name: string } {
  const contact = presentContact(row, customFields, role);
  const tel_country = row.tel && countryOfPhone(row.tel);
  return { customer: { ...contact, ...presentEditedFields(row, role), tel_country }, name: contact.name };
}
