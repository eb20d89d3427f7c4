import { z } from 'zod';
import { suppressionReason } from './consents.ts';
import { formFields, maskedFieldNames, shownFields } from './contact-fields.ts';
import { formParticulars, shownParticulars } from './contact-particulars.ts';
import { exportRoute } from './export-route.ts';
import { ContactCompanyId, ContactId, ImportId, SegmentId } from './ids.ts';
import { metrics } from './metrics.ts';
import { byId, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';
import { sendChannel } from './sends.ts';

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
  /** Of the list and the page alone: until when sends leave the contact in peace, null where they do not. */
  quarantine_until: instant.nullable().optional(),
  /** Of the list and the page alone: what stands in the way of each channel. */
  stopped: z.record(sendChannel, suppressionReason.nullable()).optional(),
});
export type Contact = z.infer<typeof Contact>;

/**
 * A contact as the editor shows it: name, e-mail and phone masked for everybody (decision 20), and so are the values of sensitive
 * custom fields (decision 35). Each is shown by a call of its own, which the audit tells of.
 */
export const Customer = Contact.extend({
  /** The country of the phone, ISO 3166-1 alpha-2: a masked number does not always tell it. */
  tel_country: z.string().length(2).nullable(),
});
export type Customer = z.infer<typeof Customer>;

export const ContactForm = z.object({
  ...formFields,
  ...formParticulars,
  /** A company of the same unit, or none; left out, it stays as it is. */
  _company: ContactCompanyId.nullable().optional(),
  /** By the internal name of each field: what is left out stays, null clears. Judged by the definitions of the company. */
  custom_fields: z.record(z.string().max(100), z.string().max(2_000).nullable()).optional(),
});
export type ContactForm = z.input<typeof ContactForm>;

/** What changes of a contact: what is left out stays, and what is sent back as masked as it came. */
export const ContactChange = ContactForm.partial();
export type ContactChange = z.input<typeof ContactChange>;

/** One value that the editor shows masked: of a field that every contact has, or of a custom field by its internal name. */
export const MaskedValue = z.union([
  z.object({ field: z.enum(maskedFieldNames) }),
  z.object({ custom_field: z.string().min(1).max(100) }),
]);
export type MaskedValue = z.infer<typeof MaskedValue>;

/** What the list is narrowed by. */
export const ContactFilter = z.object({
  /** Any fragment of name, e-mail or phone. */
  search: searchWords.optional(),
  importDataId: ImportId.optional(),
  /** Who works for it. */
  contactCompanyId: ContactCompanyId.optional(),
  /** Who is in a segment or a list; in one that is gone nobody is. */
  segment: SegmentId.optional(),
});

/** The same in a body, where a name that is not known is a mistake: left out, it would mean all contacts. */
export const ContactFilterBody = ContactFilter.strict();

export const ContactsQuery = ContactFilter.extend({
  ...paging.shape,
  sort: z.enum(['name', 'created_at']).default('created_at'),
});

export const listContacts = route('GET /contacts', {
  summary: 'Contacts of the unit, newest first, with search and paging',
  permission: 'contacts.read',
  query: ContactsQuery,
  // Of very many the list stops counting: `totalIsAtLeast` says that there are more than `total`.
  answer: paged(Contact).extend({ totalIsAtLeast: z.literal(true).optional() }),
});

export const countContacts = route('GET /contacts/count', {
  summary: 'How many contacts of the unit a filter finds, all of them counted',
  permission: 'contacts.read',
  query: ContactFilter,
  answer: z.object({ total: z.number().int().min(0) }),
});

export const listTags = route('GET /contacts/tags', {
  summary:
    'The tags that contacts of the unit have, those of most contacts first; none for who may not identify people',
  permission: 'contacts.read',
  answer: z.object({ data: z.array(z.string()) }),
});

/** No file holds more contacts than this, and a sheet of a workbook hardly more. */
export const exportedContactsMax = 1_000_000;

export const exportContacts = exportRoute('GET /contacts/export', {
  summary: 'Contacts of the unit, newest first, as a CSV or XLSX file',
  permission: 'contacts.export',
  filter: ContactFilter,
});

export const getContact = route('GET /contacts/:id', {
  summary: 'One contact, as the editor shows it',
  permission: 'contacts.read',
  params: byId(ContactId),
  // `name` is what lists call the person, for the head of their page.
  answer: z.object({ customer: Customer, name: z.string() }),
  // It became one with another, whose `id` is told.
  errors: { CONTACT_MERGED: 410 },
});

export const revealContactValue = route('POST /contacts/:id/reveals', {
  summary: 'Show one value of a contact that the editor masks; the audit tells of it',
  // Of a sensitive custom field also `contacts.revealSensitive`.
  permission: 'contacts.edit',
  params: byId(ContactId),
  body: MaskedValue,
  answer: z.object({ value: z.string().nullable() }),
  errors: { CUSTOM_FIELD_UNKNOWN: 422, CONTACT_ANONYMIZED: 409 },
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
  body: ContactChange,
  answer: z.object({ customer: Customer, name: z.string() }),
  errors: { ...conflicts, CONTACT_ANONYMIZED: 409 },
});
