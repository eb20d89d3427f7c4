/**
 * The custom fields of a contact as variables of a survey's texts, named as in files: `{{club_level}}`.
 */
import { z } from 'zod';
import { customFieldTypes, judgeCustomValue, writtenCustomValue } from './custom-field-values.ts';
import type { CustomFieldType } from './custom-field-values.ts';
import type { CustomField } from './custom-fields.ts';
import { looksLikeAddress } from './message-name.ts';
import type { Language } from './primitives.ts';
import { variableNamed } from './variable-names.ts';

/** A custom field that texts may name. */
export const VariableField = z.object({
  internal_name: z.string(),
  label: z.string(),
  type: z.enum(customFieldTypes),
  /** Of a select. */
  options: z.array(z.string()),
});
export type VariableField = z.infer<typeof VariableField>;

/** The values of one contact as texts write them, by the internal names of their fields. */
export type FieldValues = ReadonlyMap<string, string>;

/**
 * The custom fields that texts may name: none that is sensitive, because a message leaves our care, and none that was called
 * like a variable before its name was taken.
 */
export function variableFieldsOf(fields: readonly CustomField[]): VariableField[] {
  return fields
    .filter(({ internal_name: name, sensitive }) => !sensitive && !variableNamed(name))
    .map(({ internal_name, label, type, options }) => ({ internal_name, label, type, options }));
}

/** As much of a value goes into a text; whoever pays for an SMS pays for each letter. */
export const fieldValueLengthMax = 100;

/**
 * The values that a contact holds as texts in a language write them. Like a name, a value is typed or imported by somebody
 * else than whoever reads it: one that could be taken for a link or an address counts as none, unless it is a number or a day by
 * the rules of its type. Long ones are cut.
 */
export function fieldValues(
  fields: readonly VariableField[],
  kept: Readonly<Record<string, string>>,
  language: Language,
): FieldValues {
  return new Map(
    fields.flatMap((field) => {
      const { internal_name: name } = field;
      const text = Object.hasOwn(kept, name) ? valueText(field, kept[name] ?? '', language) : '';
      return text === '' ? [] : [[name, text] as const];
    }),
  );
}

/** A contact's values of invention, to show what a text will be like: the label itself where anything may stand. */
export function sampleFieldValues(fields: readonly VariableField[], language: Language): FieldValues {
  const kept = fields.map(({ internal_name: name, type, label, options }) => [
    name,
    options[0] ?? samples[type] ?? label,
  ]);
  return fieldValues(fields, Object.fromEntries(kept), language);
}

const samples: Readonly<Partial<Record<CustomFieldType, string>>> = {
  date: '2026-03-15',
  number: '12',
  cpf: '11144477735',
  cnpj: '11222333000181',
};

/** How people write numbers and days in each language. English is American; Spanish writes decimals as the CLDR's `es-419` does. */
export const notations = {
  pt: { dayOrder: 'day-month', decimal: ',', thousands: '.' },
  es: { dayOrder: 'day-month', decimal: '.', thousands: ',' },
  en: { dayOrder: 'month-day', decimal: '.', thousands: ',' },
} as const;

function valueText(field: VariableField, value: string, language: Language): string {
  const text = shortText(writtenCustomValue(field.type, value, notations[language]));
  if (!looksLikeAddress(text)) return text;
  if (!isOfStrictType(field, value)) return '';
  // Programs that read mail make a link of `AB.CDE.COM/01DE-35`, whoever owns that site: without its signs it is none.
  return siteBeforeSlash.test(text) ? value : text;
}

const siteBeforeSlash = /\.\p{L}+\//v;

/**
 * Whether a value is a number, a day, a CPF or a CNPJ, and not merely kept where one belongs: the field may have had another type
 * once. A CNPJ with letters only looks like a site, as in `12.ABC.345/01DE-35`.
 */
function isOfStrictType({ type, options }: VariableField, value: string): boolean {
  if (type === 'text' || type === 'select') return false;
  return judgeCustomValue({ type, options, required: false }, value).value === value;
}

function shortText(written: string): string {
  const text = written
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFC\s]+/gu, ' ')
    .trim();
  return text.length > fieldValueLengthMax ? `${text.slice(0, fieldValueLengthMax - 1).trimEnd()}…` : text;
}
