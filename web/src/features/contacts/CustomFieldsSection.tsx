import { maskedCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { customKey } from '#web/features/contacts/custom-values.ts';
import type { CustomKey } from '#web/features/contacts/custom-values.ts';

/** What binds an input to a field of the form. */
export interface Bound {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onBlur: () => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

interface CustomFieldsSectionProps {
  readonly fields: readonly CustomField[];
  /** Told how what is typed is mended. */
  readonly bind: (key: CustomKey, asTyped: (typed: string) => string) => Bound;
}

/** The fields that the company adds to a contact, in their order; nothing where it has none. */
export function CustomFieldsSection({ fields, bind }: CustomFieldsSectionProps) {
  const { t } = useTranslation('custom-fields');
  const titleId = useId();
  if (fields.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby={titleId} gap="md">
      <Title order={3} size="h5" id={titleId}>
        {t('section')}
      </Title>
      {fields.map((field) => (
        <CustomFieldInput
          key={field._id}
          field={field}
          bound={bind(customKey(field), (typed) => maskedCustomValue(field.type, typed))}
        />
      ))}
    </Stack>
  );
}

const inputModes: Readonly<Partial<Record<CustomFieldType, 'numeric'>>> = {
  date: 'numeric',
  cpf: 'numeric',
};

/** What a custom field is written in. */
export function CustomFieldInput({ field, bound }: { field: CustomField; bound: Bound }) {
  const { t } = useTranslation('custom-fields');
  const { type, label, required, options } = field;
  if (type === 'select') {
    // An option that was taken away stays with who holds it, until another one is chosen.
    const offered = bound.value === '' || options.includes(bound.value) ? options : [...options, bound.value];
    const none = { value: '', label: t('noOption') };
    return <NativeSelect label={label} required={required} data={[none, ...offered]} {...bound} />;
  }
  return (
    <TextInput
      label={label}
      required={required}
      inputMode={inputModes[type]}
      description={type === 'date' ? t('dateHelp') : undefined}
      autoComplete="off"
      {...bound}
    />
  );
}
