import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName, FieldType } from '@escuta/contract/contact-fields';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { TypedContact } from '#web/features/contacts/contact-form.ts';

const inputTypes: Readonly<Record<FieldType, string>> = { text: 'text', email: 'email', phone: 'tel', date: 'text' };

/** The fields of a contact, in the order of their list. */
export function ContactFields({ form }: { form: UseFormReturnType<TypedContact> }) {
  const { t } = useTranslation('contacts');
  const helps: Partial<Record<FieldType, string>> = { phone: t('form.phoneHelp'), date: t('form.dateHelp') };
  return contactFieldNames.map((field) => {
    const { type } = contactField(field);
    return (
      <TextInput
        label={t(`column.${field}`)}
        type={inputTypes[type]}
        inputMode={type === 'date' ? 'numeric' : undefined}
        description={helps[type]}
        data-autofocus={field === 'name' || undefined}
        key={form.key(field)}
        {...form.getInputProps(field)}
        onChange={(event) => form.setFieldValue(field, typedInto(field, event.currentTarget.value))}
      />
    );
  });
}

/** What is pasted with a space around is no other address. */
function typedInto(field: ContactFieldName, typed: string): string {
  return contactField(field).type === 'email' ? typed.replace(/\s/g, '') : typed;
}
