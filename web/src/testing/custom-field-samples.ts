import type { CustomField } from '@escuta/contract/custom-fields';
import { CustomFieldId } from '@escuta/contract/ids';

/** A custom field of a text, with an id of its place. */
export function aCustomField(changes: Partial<CustomField> = {}): CustomField {
  const place = changes.place ?? 1;
  return {
    _id: CustomFieldId.parse(`019a9f3e-0000-7000-8000-0000000cf${String(place).padStart(3, '0')}`),
    internal_name: 'quarto',
    label: 'Quarto',
    type: 'text',
    options: [],
    required: false,
    sensitive: false,
    searchable: false,
    place,
    ...changes,
  };
}

/** One of each type. */
export const customFieldsOfAllTypes: readonly CustomField[] = [
  aCustomField({ place: 1 }),
  aCustomField({ place: 2, internal_name: 'cpf', label: 'CPF do hóspede', type: 'cpf' }),
  aCustomField({ place: 3, internal_name: 'entrada', label: 'Data de entrada', type: 'date' }),
  aCustomField({ place: 4, internal_name: 'cnpj', label: 'CNPJ da agência', type: 'cnpj' }),
  aCustomField({ place: 5, internal_name: 'diarias', label: 'Diárias', type: 'number' }),
  aCustomField({ place: 6, internal_name: 'nivel', label: 'Nível', type: 'select', options: ['Ouro', 'Prata'] }),
];
