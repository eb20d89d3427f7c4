import { z } from 'zod';
import { contactFieldNames } from './contact-fields.ts';
import type { ContactFieldName } from './contact-fields.ts';
import { tagLengthMax, tagsMax } from './contact-particulars.ts';
import { ContactId } from './ids.ts';
import { rowErrors } from './imports.ts';
import { languages } from './primitives.ts';
import { route } from './route.ts';

/*
 * Contacts as another system of the company sends them: many in a call, each matched by external id, then by e-mail, then by phone,
 * as the rows of an imported file are.
 */

/** In one call. */
export const upsertedContactsMax = 1_000;
const bodyBytesMax = 5_000_000;

/** Of one contact; of more, the first are told. */
export const upsertProblemsMax = 100;

/** A value as it comes: judged with its contact, so that none refuses the call. Its shape is for the documents. */
function said(shape: Readonly<Record<string, unknown>>) {
  return z.unknown().optional().meta(shape);
}

const text = said({ type: ['string', 'number', 'null'] });

/**
 * What is left out stays, null clears. A value that cannot be kept, and a name that is none of these, are told of in the result
 * of the contact, who comes in without them; so do the others of the call. A number is taken as its text.
 */
export const UpsertedContact = z.looseObject({
  ...(Object.fromEntries(contactFieldNames.map((field) => [field, text])) as Record<ContactFieldName, typeof text>),
  /** The name of where they work, made where the unit has none of it. */
  company: text,
  /** A code, with or without a region: `pt` and `pt-BR` are the same. */
  language: said({ type: ['string', 'null'], examples: languages }),
  timezone: said({ type: ['string', 'null'], examples: ['America/Sao_Paulo'] }),
  /** Added to those that the contact has. One that cannot be kept leaves out all of them. */
  tags: said({ type: ['array', 'null'], items: { type: 'string', maxLength: tagLengthMax }, maxItems: tagsMax }),
  /** By internal name. Numbers with a point, days as YYYY-MM-DD. */
  custom_fields: said({
    type: ['object', 'null'],
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  }),
});
export type UpsertedContact = z.infer<typeof UpsertedContact>;

/**
 * What is wrong with a contact: the reasons of imported rows, of which those that only a file can have never come, and its own.
 * `type_not_valid` is a value that is no text and cannot be taken as one, as a list or a number that JSON does not keep exactly.
 */
export const upsertProblems = [
  ...rowErrors,
  'duplicate_in_batch',
  'custom_field_unknown',
  'custom_field_required',
  'field_unknown',
  'type_not_valid',
] as const;
export type UpsertProblem = (typeof upsertProblems)[number];

export const UpsertResult = z.object({
  outcome: z.enum(['created', 'updated', 'unchanged', 'rejected']),
  /** Null of one that was rejected. */
  _id: ContactId.nullable(),
  /**
   * Why one was rejected, and what one that came in was left without. `field` is as it was sent, `custom_fields.<name>` for a
   * custom field; null for the whole.
   */
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
