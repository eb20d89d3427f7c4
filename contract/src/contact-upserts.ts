import { z } from 'zod';
import { contactFieldNames } from './contact-fields.ts';
import type { ContactFieldName } from './contact-fields.ts';
import { formParticulars } from './contact-particulars.ts';
import { ContactForm } from './contacts.ts';
import { ContactId } from './ids.ts';
import { rowErrors } from './imports.ts';
import { route } from './route.ts';

/*
 * Contacts as another system of the company sends them: many in a call, each matched by external id, then by e-mail, then by phone,
 * as the rows of an imported file are.
 */

/** In one call. */
export const upsertedContactsMax = 1_000;
const bodyBytesMax = 5_000_000;

const given = z.string().max(2_000).nullable().optional();

/**
 * What is left out stays, null clears. A value that cannot be kept is told of in the result of its contact: the others of the call
 * come in.
 */
export const UpsertedContact = z.object({
  ...(Object.fromEntries(contactFieldNames.map((field) => [field, given])) as Record<ContactFieldName, typeof given>),
  /** The name of where they work, made where the unit has none of it. */
  company: given,
  language: formParticulars.language.unwrap().unwrap().optional(),
  timezone: formParticulars.timezone.unwrap().unwrap().optional(),
  /** Added to those that the contact has. */
  tags: formParticulars.tags,
  /** By internal name. Numbers with a point, days as YYYY-MM-DD. */
  custom_fields: ContactForm.shape.custom_fields,
});
export type UpsertedContact = z.infer<typeof UpsertedContact>;

/** Why a contact did not come in: the reasons of imported rows, of which those that only a file can have never come, and its own. */
export const upsertProblems = [
  ...rowErrors,
  'duplicate_in_batch',
  'custom_field_unknown',
  'custom_field_required',
] as const;
export type UpsertProblem = (typeof upsertProblems)[number];

export const UpsertResult = z.object({
  outcome: z.enum(['created', 'updated', 'unchanged', 'rejected']),
  /** Null of one that was rejected. */
  _id: ContactId.nullable(),
  /** Empty where the contact came in. `field` is as it was sent, `custom_fields.<name>` for a custom field; null for the whole. */
  problems: z.array(z.object({ field: z.string().nullable(), reason: z.enum(upsertProblems) })),
});
export type UpsertResult = z.infer<typeof UpsertResult>;

export const upsertContacts = route('POST /contacts/upserts', {
  summary:
    'Create and change up to 1,000 contacts, with a result for each. The same Idempotency-Key never does it twice',
  permission: 'contacts.import',
  body: z.object({ contacts: z.array(UpsertedContact).min(1).max(upsertedContactsMax) }),
  bodyBytesMax,
  answer: z.object({
    /** In the order of the contacts. */
    results: z.array(UpsertResult),
  }),
});
