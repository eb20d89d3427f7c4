import { z } from 'zod';
import { isName, name } from './name.ts';
import { day, email } from './primitives.ts';

/*
 * What is known of a contact, field by field: the one list that form, import, list, masks and statements go through. A field
 * is a column of the same name, and its texts stand under the same name (`contacts:column`, `imports:field`). A new one is an
 * entry here and one in the server's list, a column, and its texts.
 */

/** What a field holds; how it is typed, read, masked and kept, and what is said of one that cannot be read, follow from it. */
export type FieldType = 'name' | 'email' | 'phone' | 'date' | 'externalId';

interface ContactField {
  readonly type: FieldType;
  /** As it is shown: null where nothing is known, masked for whoever may not identify people. */
  readonly shown: z.ZodType<string | null>;
  /** As a form gives it; left out, it stays as it is. */
  readonly form: z.ZodType<string | null | undefined>;
  /** What is left in its column of somebody who was erased. */
  readonly erased: '' | null;
  /** Whether people type it into the form of a contact; what is not typed comes from other systems and their files. */
  readonly isTyped?: false;
  /** Of a date: no day before this one is plausible, and none after today. */
  readonly notBefore?: string;
  /** The editor shows it masked to everybody, until somebody asks for it (decision 20). */
  readonly isMasked?: true;
}

export const nameLengthMax = 200;
export const externalIdLengthMax = 200;

/** Whether a text may be a phone, as far as that is plain without a table of all countries: true of each that the server takes. */
export function mayBePhone(text: string): boolean {
  // The shortest of the world have seven digits, country and all, and those of Brazil, for which a number without a country is
  // taken, eight; letters of a keypad stand for digits.
  const digitsMin = /^\D*[+＋]/.test(text) ? 7 : 8;
  return /(?:\d.*){3}/.test(text) && text.replace(/[^\da-z]/gi, '').length >= digitsMin;
}

const maybe = z.string().nullable();

/** In the order of the form. */
export const contactFields = {
  // Empty where a file brought an address without a name.
  name: { type: 'name', shown: z.string(), form: name(nameLengthMax).refine(isName), erased: '', isMasked: true },
  email: { type: 'email', shown: maybe, form: email.nullable(), erased: null, isMasked: true },
  // E.164 when it is shown, as people dial when it is typed.
  tel: { type: 'phone', shown: maybe, form: z.string().trim().max(40).nullable(), erased: null, isMasked: true },
  birthday: { type: 'date', shown: maybe, form: day.nullable().optional(), erased: null, notBefore: '1900-01-01' },
  // The id that the company's own systems give the contact, once in a unit.
  external_id: {
    type: 'externalId',
    shown: maybe,
    form: name(externalIdLengthMax).nullable().optional(),
    erased: null,
    isTyped: false,
  },
} satisfies Record<string, ContactField>;

type Fields = typeof contactFields;
export type ContactFieldName = keyof Fields;
export const contactFieldNames = Object.keys(contactFields) as ContactFieldName[];

/** Those that the editor shows masked. */
export type MaskedFieldName = {
  [F in ContactFieldName]: Fields[F] extends { readonly isMasked: true } ? F : never;
}[ContactFieldName];
export const maskedFieldNames = contactFieldNames.filter((field) => isMaskedField(field));

/** Whether the editor shows a field masked. */
export function isMaskedField(field: ContactFieldName): field is MaskedFieldName {
  return contactField(field).isMasked === true;
}
/** Those of the form, in its order. */
export type TypedFieldName = {
  [F in ContactFieldName]: Fields[F] extends { readonly isTyped: false } ? never : F;
}[ContactFieldName];
export const typedFieldNames = contactFieldNames.filter(
  (field): field is TypedFieldName => contactField(field).isTyped !== false,
);

/** A field by its name, as every field is. */
export function contactField(field: ContactFieldName): ContactField {
  return contactFields[field];
}

/** The schemas of all fields, as they are shown and as a form gives them. */
export const shownFields = shapeOf('shown');
export const formFields = shapeOf('form');

function shapeOf<Part extends 'shown' | 'form'>(part: Part) {
  const entries = contactFieldNames.map((field) => [field, contactFields[field][part]]);
  return Object.fromEntries(entries) as { [Field in ContactFieldName]: Fields[Field][Part] };
}

/** Whether a day, `YYYY-MM-DD`, is one that a date field may hold. */
export function isPlausibleDay({ notBefore = '0001-01-01' }: ContactField, day: string, today: string): boolean {
  return day >= notBefore && day <= today;
}
