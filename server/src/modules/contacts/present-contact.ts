import { can } from '@escuta/contract/access-policy';
import { Contact } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { Role } from '@escuta/contract/access-policy';
import { presentCustomValues } from './custom-fields/custom-field.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import type { ContactRow } from './queries.ts';
import { presentFields } from './contact-fields.ts';

/**
 * A contact as the wire shows it to a role: without the right to identify people, everything personal is masked. Its custom
 * values are those of the fields that the company has.
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
