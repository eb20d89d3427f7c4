import type { CustomField } from '@escuta/contract/custom-fields';
import { hiddenCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';

/** The values of a contact, by the internal names of their fields. */
export type CustomValues = Readonly<Record<string, string>>;

/** A CPF says who somebody is, whatever its field is marked as. */
const identifying: readonly CustomFieldType[] = ['cpf'];

/**
 * The values of a contact as they are shown to a role, in the order of the fields; those of no field are not. A sensitive one is
 * masked for everybody (decision 35): it is shown by itself.
 */
export function presentCustomValues(
  values: CustomValues,
  fields: readonly CustomField[],
  role: Role,
): Record<string, string> {
  const open = can(role, 'contacts.identify');
  const shown = fields.flatMap(({ internal_name: name, type, sensitive }) => {
    const value = values[name];
    if (value === undefined) return [];
    const isMasked = sensitive || (!open && identifying.includes(type));
    return [[name, isMasked ? hiddenCustomValue : value] as const];
  });
  return Object.fromEntries(shown);
}
