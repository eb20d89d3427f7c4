import { hiddenCustomValue, judgeCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ContactForm } from '@escuta/contract/contacts';
import { refuse } from '#platform/http/refusal.ts';
import type { CustomValues } from './custom-field.ts';

/** What a form changes of a contact's values: those that are null are cleared. */
export type CustomChanges = Readonly<Record<string, string | null>>;

/**
 * The custom fields of a form as they are kept; of those that it leaves out nothing. A value that the contact holds already is no
 * change, and is not judged: an option may have been taken away since. Nor is a sensitive one that comes back as hidden as it
 * went out. Refuses CUSTOM_FIELD_UNKNOWN, and CUSTOM_FIELD_NOT_VALID
 * with what is wrong, also for a required field of which a new contact says nothing.
 */
export function keptCustomValues(
  form: ContactForm['custom_fields'],
  fields: readonly CustomField[],
  held: CustomValues | null,
): CustomChanges {
  const said = new Map(Object.entries(form ?? {}));
  const known = new Set(fields.map(({ internal_name: name }) => name));
  for (const field of said.keys()) if (!known.has(field)) throw refuse('CUSTOM_FIELD_UNKNOWN', { field });
  const changes = fields.flatMap((definition) => {
    const { internal_name: field, label } = definition;
    const typed = said.get(field);
    if (typed === undefined && held !== null) return [];
    if (typed !== undefined && typed !== null && typed === held?.[field]) return [];
    if (typed === hiddenCustomValue && definition.sensitive && held?.[field] !== undefined) return [];
    const { value, problem } = judgeCustomValue(definition, typed ?? null);
    if (problem) throw refuse('CUSTOM_FIELD_NOT_VALID', { field, label, problem });
    return value === undefined || value === (held?.[field] ?? null) ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changes);
}
