import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { FieldType } from '@escuta/contract/contact-fields';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { Language } from '@escuta/contract/primitives';
import { readableEmail } from '@escuta/contract/email-address';
import { chosenFields, customChoice } from '@escuta/contract/merges';
import type { ChosenField } from '@escuta/contract/merges';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readCustomValue } from '#web/features/contacts/custom-values.ts';
import type { ComparedField } from '#web/features/contacts/merges/merge-choices.ts';
import { formatDay } from '#web/lib/format.ts';
import { languageNames } from '#web/lib/language.ts';
import { formatPhone } from '#web/lib/format-phone.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** What a choice is called. */
export function useChoiceLabel(): (choice: string) => string {
  const { t } = useTranslation(['merges', 'contacts']);
  const { data } = useQuery(routeQuery(listCustomFields, {}));
  return (choice) => {
    const custom = data?.data.find(({ internal_name: name }) => customChoice(name) === choice);
    if (custom) return custom.label;
    if (contactFieldNames.some((name) => name === choice)) return t(`contacts:column.${choice as 'name'}`);
    return t(`merge.fields.${choice as '_company'}`, { defaultValue: choice });
  };
}

/** The fields of two contacts, in the order of the form, those that one of both knows. */
export function useComparedFields(
  kept: Contact,
  other: Contact,
  customFields: readonly CustomField[],
): ComparedField[] {
  const label = useChoiceLabel();
  const standard: ComparedField[] = chosenFields.map((choice) => ({
    choice,
    label: label(choice),
    kept: shown(choice, kept),
    other: shown(choice, other),
  }));
  const custom = customFields.map((field) => ({
    choice: customChoice(field.internal_name),
    label: field.label,
    type: field.type,
    kept: readCustomValue(field, kept.custom_fields[field.internal_name]),
    other: readCustomValue(field, other.custom_fields[field.internal_name]),
  }));
  return [...standard, ...custom].filter((field) => field.kept !== '' || field.other !== '');
}

/** How a value of a contact's field is written, where that is not as it is kept. */
const writtenByType: Partial<Record<FieldType, (value: string) => string>> = {
  email: readableEmail,
  phone: formatPhone,
  date: formatDay,
};

function shown(choice: ChosenField, contact: Contact): string {
  if (choice === '_company') return contact._company?.name ?? '';
  const value = contact[choice];
  if (!value) return '';
  if (choice === 'language') return languageNames[value as Language];
  const field = contactFieldNames.find((name) => name === choice);
  const written = field && writtenByType[contactField(field).type];
  return written ? written(value) : value;
}
