import { customFieldTypes } from '@escuta/contract/custom-field-values';
import { canBeSearched, suggestedName } from '@escuta/contract/custom-fields';
import type { CustomField, NewCustomField } from '@escuta/contract/custom-fields';

/** The form's shape: the options of a select stand each in a line of its own. */
export type TypedField = {
  label: string;
  internal_name: string;
  type: string;
  options: string;
  required: boolean;
  sensitive: boolean;
  searchable: boolean;
};

/** A field as the form shows it; an empty form for a new one. */
export function typedField(field: CustomField | undefined): TypedField {
  return {
    label: field?.label ?? '',
    internal_name: field?.internal_name ?? '',
    type: field?.type ?? 'text',
    options: field?.options.join('\n') ?? '',
    required: field?.required ?? false,
    sensitive: field?.sensitive ?? false,
    searchable: field?.searchable ?? false,
  };
}

/** The contract's shape of what was typed. What cannot be searched is not said to be. */
export function fieldForm(typed: TypedField): NewCustomField {
  const type = customFieldTypes.find((one) => one === typed.type) ?? 'text';
  return {
    label: typed.label,
    internal_name: typed.internal_name,
    type,
    options: type === 'select' ? linesOf(typed.options) : [],
    required: typed.required,
    sensitive: typed.sensitive,
    searchable: typed.searchable && canBeSearched(typed),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The internal name that a label suggests, which no other field has: the second 'city' is 'city_2'. */
export function freeName(label: string, others: readonly Pick<CustomField, 'internal_name'>[]): string {
  const taken = new Set(others.map(({ internal_name: name }) => name));
  const name = suggestedName(label);
  if (!taken.has(name)) return name;
  let at = 2;
  while (taken.has(`${name}_${at}`)) at += 1;
  return `${name}_${at}`;
}
