/**
 * The custom fields of a contact as variables of a survey's texts, named as in files: `{{club_level}}`.
 */
import { z } from 'zod';
import { customFieldTypes, writtenCustomValue } from './custom-field-values.ts';
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
 * else than whoever reads it: one that could be taken for a link or an address counts as none. Long ones are cut.
 */
export function fieldValues(
  fields: readonly VariableField[],
  kept: Readonly<Record<string, string>>,
  language: Language,
): FieldValues {
  return new Map(
    fields.flatMap(({ internal_name: name, type }) => {
      const value = Object.hasOwn(kept, name) ? kept[name] : undefined;
      const text = value === undefined ? '' : textValue(writtenCustomValue(type, value, notations[language]));
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

function textValue(written: string): string {
  const text = written
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFC\s]+/gu, ' ')
    .trim();
  if (looksLikeAddress(text)) return '';
  return text.length > fieldValueLengthMax ? `${text.slice(0, fieldValueLengthMax - 1).trimEnd()}…` : text;
}
