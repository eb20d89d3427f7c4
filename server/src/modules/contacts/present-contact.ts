import { Contact } from '@escuta/contract/contacts';
import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { ContactRow } from './queries.ts';
import { presentFields } from './contact-fields.ts';

/** A contact as the wire shows it to a role: without the right to identify people, everything personal is masked. */
export function presentContact(row: ContactRow, role: Role): Contact {
  const open = can(role, 'contacts.identify');
  return {
    _id: row.id,
    ...presentFields(row, role),
    _company: row.contact_company_id && row.companyName ? { _id: row.contact_company_id, name: row.companyName } : null,
    created_at: row.created_at.toISOString(),
    custom_fields: open ? (row.custom_fields as Record<string, string>) : {},
    last_score: row.last_score,
    last_metric: Contact.shape.last_metric.parse(row.last_metric),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_answered_at: row.last_answered_at?.toISOString() ?? null,
  };
}
