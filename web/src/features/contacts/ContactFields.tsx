import { contactField, typedFieldNames } from '@escuta/contract/contact-fields';
import type { FieldType, TypedFieldName } from '@escuta/contract/contact-fields';
import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const inputTypes: Readonly<Record<FieldType, string>> = {
  text: 'text',
  email: 'email',
  phone: 'tel',
  date: 'text',
  code: 'text',
};

interface ContactFieldsProps {
  /** What binds an input to a field of the form; told how what is typed is mended. */
  readonly bind: (field: TypedFieldName, asTyped: (typed: string) => string) => TextInputProps;
}

/** The fields of a contact, in the order of their list. */
export function ContactFields({ bind }: ContactFieldsProps) {
  const { t } = useTranslation('contacts');
  const helps: Partial<Record<FieldType, string>> = { phone: t('form.phoneHelp'), date: t('form.dateHelp') };
  return typedFieldNames.map((field) => {
    const { type } = contactField(field);
    return (
      <TextInput
        label={t(`column.${field}`)}
        type={inputTypes[type]}
        inputMode={type === 'date' ? 'numeric' : undefined}
        description={helps[type]}
        data-autofocus={field === 'name' || undefined}
        key={field}
        {...bind(field, (typed) => typedInto(field, typed))}
      />
    );
  });
}

/** What is pasted with a space around is no other address. */
function typedInto(field: TypedFieldName, typed: string): string {
  return contactField(field).type === 'email' ? typed.replace(/\s/g, '') : typed;
}
