import { z } from 'zod';
import { formFields, shownFields } from './contact-fields.ts';
import { formParticulars, shownParticulars } from './contact-particulars.ts';
import { exportRoute } from './export-route.ts';
import { ContactCompanyId, ContactId, ImportId } from './ids.ts';
import { metrics } from './metrics.ts';
import { byId, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

/** Customer (contact) with the field names of the specification (ENTITY-16). */
export const Contact = z.object({
  _id: ContactId,
  ...shownFields,
  _company: z.object({ _id: ContactCompanyId, name: z.string() }).nullable(),
  ...shownParticulars,
  created_at: instant,
  custom_fields: z.record(z.string(), z.string()),
  /** The score of the last answer, and what it measures: 5 of 5 is not 5 of 10. */
  last_score: z.number().int().nullable(),
  last_metric: z.enum(metrics).nullable(),
  last_sent_at: instant.nullable(),
  last_answered_at: instant.nullable(),
  /** Since when nothing is known of the person; null for everybody else. */
  anonymized_at: instant.nullable(),
});
export type Contact = z.infer<typeof Contact>;

export const ContactForm = z.object({
  ...formFields,
  ...formParticulars,
  /** A company of the same unit, or none; left out, it stays as it is. */
  _company: ContactCompanyId.nullable().optional(),
  /** By the internal name of each field: what is left out stays, null clears. Judged by the definitions of the company. */
  custom_fields: z.record(z.string().max(100), z.string().max(2_000).nullable()).optional(),
});
export type ContactForm = z.input<typeof ContactForm>;

/** What the list is narrowed by. */
export const ContactFilter = z.object({
  /** Any fragment of name, e-mail or phone. */
  search: searchWords.optional(),
  importDataId: ImportId.optional(),
  /** Who works for it. */
  contactCompanyId: ContactCompanyId.optional(),
});

export const ContactsQuery = ContactFilter.extend({
  ...paging.shape,
  sort: z.enum(['name', 'created_at']).default('created_at'),
});

export const listContacts = route('GET /contacts', {
  summary: 'Contacts of the unit, newest first, with search and paging',
  permission: 'contacts.read',
  query: ContactsQuery,
  // A search that finds very many stops counting: `totalIsAtLeast` says that there are more than `total`.
  answer: paged(Contact).extend({ totalIsAtLeast: z.literal(true).optional() }),
});

/** No file holds more contacts than this, and a sheet of a workbook hardly more. */
export const exportedContactsMax = 1_000_000;

export const exportContacts = exportRoute('GET /contacts/export', {
  summary: 'Contacts of the unit, newest first, as a CSV or XLSX file',
  permission: 'contacts.export',
  filter: ContactFilter,
});

export const getContact = route('GET /contacts/:id', {
  summary: 'One contact',
  permission: 'contacts.read',
  params: byId(ContactId),
  answer: Contact,
});

// FIELD_NOT_VALID names the field; those of custom fields say its `field`, and its `label` and `problem` where it is known.
const conflicts = {
  CONTACT_EXISTS: 409,
  PHONE_NOT_VALID: 422,
  FIELD_NOT_VALID: 422,
  ADDRESS_MISSING: 422,
  CUSTOM_FIELD_UNKNOWN: 422,
  CUSTOM_FIELD_NOT_VALID: 422,
  // Who is narrowed to one value would lose the contact from sight: `label` and `value` say which.
  CONTACT_BEYOND_NARROWING: 422,
} as const;

export const createContact = route('POST /contacts', {
  summary: 'Create a contact',
  permission: 'contacts.edit',
  body: ContactForm,
  answer: Contact,
  status: 201,
  errors: conflicts,
});

export const updateContact = route('PUT /contacts/:id', {
  summary: 'Change a contact',
  permission: 'contacts.edit',
  params: byId(ContactId),
  body: ContactForm,
  answer: Contact,
  errors: { ...conflicts, CONTACT_ANONYMIZED: 409 },
});
