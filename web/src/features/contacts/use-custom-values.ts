import { customTextLengthMax } from '@escuta/contract/custom-field-values';
import type { CustomValueProblem } from '@escuta/contract/custom-field-values';
import type { Contact } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changedCustomValues,
  customKey,
  customValueProblem,
  typedCustomValues,
} from '#web/features/contacts/custom-values.ts';
import type { CustomKey, TypedCustomValues } from '#web/features/contacts/custom-values.ts';

type Problems = Partial<Record<CustomKey, string>>;

/** The custom fields of one contact's form. They stay those with which it opened, whatever comes from the server meanwhile. */
export function useCustomValues(customFields: readonly CustomField[], contact: Contact | undefined) {
  const { t } = useTranslation('custom-fields');
  const [{ fields, shown }] = useState(() => ({
    fields: customFields,
    shown: typedCustomValues(customFields, contact?.custom_fields),
  }));
  const sentence = (label: string, problem: CustomValueProblem) =>
    t(`problem.${problem}`, { label, most: customTextLengthMax });
  return {
    fields,
    shown,
    /** `held` is what stood there, where somebody has seen since what was hidden. */
    changes: (typed: TypedCustomValues, held = shown) => changedCustomValues(fields, typed, held),
    problems: (typed: TypedCustomValues, held = shown): Problems =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const problem = customValueProblem(field, typed, held);
          return problem ? [[customKey(field), sentence(field.label, problem)]] : [];
        }),
      ),
    /** What the server says of a value, at its field. */
    refused: ({ field, label, problem }: Readonly<Record<string, unknown>>): Problems => ({
      [customKey({ internal_name: String(field) })]: sentence(String(label), problem as CustomValueProblem),
    }),
  };
}
