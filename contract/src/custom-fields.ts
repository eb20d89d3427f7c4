import { z } from 'zod';
import { contactFieldNames } from './contact-fields.ts';
import { customFieldTypes } from './custom-field-values.ts';
import { CustomFieldId } from './ids.ts';
import { name } from './name.ts';
import { byId, done } from './primitives.ts';
import { route } from './route.ts';
import { variableNamed } from './variable-names.ts';

/*
 * The fields that a company adds to its contacts, in all of its units (decision 18). What a value may be is judged in
 * `custom-field-values.ts`, by the form, by the server and by whatever brings values in a file.
 */

/** Of one company. */
export const customFieldsMax = 60;
/** Of one select. */
export const optionsMax = 100;
export const internalNameLengthMax = 40;
export const labelLengthMax = 60;

/** Whether no custom field is called so: the fields that every contact has, what texts name, and a name that every object has. */
function isReserved(internalName: string): boolean {
  const taken: readonly string[] = [...contactFieldNames, 'constructor'];
  return taken.includes(internalName) || variableNamed(internalName) !== undefined;
}

/** Its name in `custom_fields`, in files and in messages; it never changes. */
const internalName = z
  .string()
  .max(internalNameLengthMax)
  .regex(/^[a-z][a-z0-9_]*$/)
  .refine((typed) => !isReserved(typed));

const option = name(80);

const fieldShape = {
  label: name(labelLengthMax),
  type: z.enum(customFieldTypes),
  /** Of a select, in their order; none of any other type. */
  options: z.array(option).max(optionsMax),
  /** A contact that a person creates or edits says it. */
  required: z.boolean(),
  /** Masked for everybody, shown one at a time, and left out of files (PRIVACY-21, PRIVACY-22). */
  sensitive: z.boolean(),
  /** The search of contacts finds fragments of its values, as long as `canBeSearched`. */
  searchable: z.boolean(),
};

export const CustomField = z.object({
  _id: CustomFieldId,
  internal_name: z.string(),
  ...fieldShape,
  /** In the order of forms and files, counted from 1. */
  place: z.number().int().min(1),
});
export type CustomField = z.infer<typeof CustomField>;

/** Whether values of a field can be searched for: not sensitive ones, whatever is said, and no dates, which people write in many ways. */
export function canBeSearched({ type, sensitive }: { type: string; sensitive: boolean }): boolean {
  return !sensitive && type !== 'date';
}

/** A select has options, each once whatever its capitals, and nothing else has any. */
function hasItsOptions({ type, options }: { type: string; options: readonly string[] }): boolean {
  const distinct = new Set(options.map((one) => one.toLowerCase()));
  return distinct.size === options.length && (type === 'select') === options.length > 0;
}
const optionsRule = { path: ['options'] };

export const CustomFieldForm = z.object(fieldShape).refine(hasItsOptions, optionsRule);
export type CustomFieldForm = z.infer<typeof CustomFieldForm>;
const NewCustomField = z.object({ internal_name: internalName, ...fieldShape }).refine(hasItsOptions, optionsRule);
export type NewCustomField = z.infer<typeof NewCustomField>;

/** The internal name that a label suggests: 'E-mail (2)' → 'e_mail_2'; empty where it suggests none. */
export function suggestedName(typedLabel: string): string {
  const suggested = typedLabel
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, internalNameLengthMax)
    .replace(/_+$/, '');
  return isReserved(suggested) ? `${suggested}_2` : suggested;
}

export const listCustomFields = route('GET /custom-fields', {
  summary: 'The custom fields of the company, in their order',
  permission: 'contacts.read',
  answer: z.object({ data: z.array(CustomField) }),
});

export const createCustomField = route('POST /custom-fields', {
  summary: 'Define a custom field, behind all others',
  permission: 'company.manage',
  body: NewCustomField,
  answer: CustomField,
  status: 201,
  errors: {
    // `field` is what another field has already: `label` or `internal_name`.
    CUSTOM_FIELD_EXISTS: 409,
    // Its `label` is that of something that is known of every contact.
    CUSTOM_FIELD_STANDARD: 409,
    // `most` is how many there may be.
    TOO_MANY_CUSTOM_FIELDS: 422,
  },
});

export const changeCustomField = route('PUT /custom-fields/:id', {
  summary: 'Change a custom field',
  permission: 'company.manage',
  params: byId(CustomFieldId),
  body: CustomFieldForm,
  answer: CustomField,
  errors: {
    CUSTOM_FIELD_EXISTS: 409,
    CUSTOM_FIELD_STANDARD: 409,
    // Its type stays while contacts hold values of it: `count` says how many.
    CUSTOM_FIELD_IN_USE: 409,
  },
});

export const getCustomFieldUse = route('GET /custom-fields/:id/use', {
  summary: 'How many contacts of the company hold a value of a custom field',
  permission: 'company.manage',
  params: byId(CustomFieldId),
  answer: z.object({ contacts: z.number().int().min(0) }),
});

export const deleteCustomField = route('DELETE /custom-fields/:id', {
  summary: 'Delete a custom field, and its values with it',
  permission: 'company.manage',
  params: byId(CustomFieldId),
  answer: done,
  // Somebody sees the contacts of one of its values alone: `count` says how many people.
  // Segments ask for it: `count` says how many, and `names` names up to five of them.
  errors: { CUSTOM_FIELD_NARROWS: 409, CUSTOM_FIELD_IN_SEGMENTS: 409 },
});

export const orderCustomFields = route('PUT /custom-fields/order', {
  summary: 'Put the custom fields in another order',
  permission: 'company.manage',
  body: z.object({ ids: z.array(CustomFieldId).min(1).max(customFieldsMax) }),
  answer: z.object({ data: z.array(CustomField) }),
  // Somebody has added or deleted one meanwhile: all of them are named, each once.
  errors: { CUSTOM_FIELDS_CHANGED: 409 },
});
