import { contactField, typedFieldNames } from '@escuta/contract/contact-fields';
import type { FieldType, TypedFieldName } from '@escuta/contract/contact-fields';
import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const inputTypes: Readonly<Record<FieldType, string>> = {
  name: 'text',
  email: 'email',
  phone: 'tel',
  date: 'text',
  externalId: 'text',
};

/** What binds an input to a field of the form; told how what is typed is mended. */
export type BindField = (field: TypedFieldName, asTyped: (typed: string) => string) => TextInputProps;

interface ContactFieldsProps {
  readonly bind: BindField;
}

/** The fields of a contact, in the order of their list. */
export function ContactFields({ bind }: ContactFieldsProps) {
  return typedFieldNames.map((field) => (
    <ContactFieldInput key={field} field={field} bind={bind} data-autofocus={field === 'name' || undefined} />
  ));
}

interface ContactFieldInputProps extends TextInputProps {
  readonly field: TypedFieldName;
  readonly bind: BindField;
}

/** What a field of every contact is written in. */
export function ContactFieldInput({ field, bind, ...others }: ContactFieldInputProps) {
  const { t } = useTranslation('contacts');
  const { type } = contactField(field);
  const helps: Partial<Record<FieldType, string>> = { phone: t('form.phoneHelp'), date: t('form.dateHelp') };
  return (
    <TextInput
      label={t(`column.${field}`)}
      type={inputTypes[type]}
      inputMode={type === 'date' ? 'numeric' : undefined}
      description={helps[type]}
      {...others}
      {...bind(field, (typed) => typedInto(field, typed))}
    />
  );
}

/** What is pasted with a space around is no other address. */
function typedInto(field: TypedFieldName, typed: string): string {
  return contactField(field).type === 'email' ? typed.replace(/\s/g, '') : typed;
}
