import { judgeCustomValue, writtenCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomValueProblem, Notation } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { dayOrder } from '#web/features/contacts/contact-form.ts';
import { formatNumber } from '#web/lib/format.ts';

/** What a custom field is called in the form, beside the fields that every contact has. */
export type CustomKey = `custom_fields.${string}`;
/** What stands in the custom fields of the form, empty text for nothing. */
export type TypedCustomValues = Readonly<Record<CustomKey, string>>;

export function customKey({ internal_name }: Pick<CustomField, 'internal_name'>): CustomKey {
  return `custom_fields.${internal_name}`;
}

export function isCustomKey(name: string): name is CustomKey {
  return name.startsWith('custom_fields.');
}

/** A value as people read and write it; empty text for nothing. */
export function readCustomValue({ type }: Pick<CustomField, 'type'>, value: string | undefined): string {
  return value === undefined ? '' : writtenCustomValue(type, value, writingNotation());
}

/** The values of a contact as the form shows them. */
export function typedCustomValues(
  fields: readonly CustomField[],
  values: Readonly<Record<string, string>> = {},
): TypedCustomValues {
  return Object.fromEntries(
    fields.map((field) => [customKey(field), readCustomValue(field, values[field.internal_name])]),
  );
}

/** What was typed over what was shown, in the form of the wire; of what was left as it was nothing. */
export function changedCustomValues(
  fields: readonly CustomField[],
  typed: TypedCustomValues,
  shown: TypedCustomValues,
): Record<string, string | null> {
  const changed = fields.flatMap((field) => {
    const text = typed[customKey(field)] ?? '';
    if (text === shown[customKey(field)]) return [];
    const { value = text } = judgeCustomValue(field, text, writingNotation());
    return [[field.internal_name, value] as const];
  });
  return Object.fromEntries(changed);
}

/** What is wrong with the value of a field, or null. What the contact holds already is not judged: an option may be gone since. */
export function customValueProblem(
  field: CustomField,
  typed: TypedCustomValues,
  shown: TypedCustomValues,
): CustomValueProblem | null {
  const text = typed[customKey(field)] ?? '';
  if (text !== '' && text === shown[customKey(field)]) return null;
  return judgeCustomValue(field, text, writingNotation()).problem ?? null;
}

/** How the language in use writes days and numbers. */
function writingNotation(): Notation {
  const hasComma = formatNumber(0.5, 1).includes(',');
  return { dayOrder: dayOrder(), decimal: hasComma ? ',' : '.', thousands: hasComma ? '.' : ',' };
}
