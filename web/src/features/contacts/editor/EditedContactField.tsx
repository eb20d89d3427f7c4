import type { TypedFieldName } from '@escuta/contract/contact-fields';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactFieldInput } from '#web/features/contacts/ContactFields.tsx';
import { CountryFlag } from '#web/features/contacts/editor/CountryFlag.tsx';
import { EditedField } from '#web/features/contacts/editor/EditedField.tsx';
import type { useContactEditor } from '#web/features/contacts/editor/use-contact-editor.ts';
import { countryOfTyped, defaultCallingCode } from '#web/lib/calling-codes.ts';

export type Editor = Omit<ReturnType<typeof useContactEditor>, 'attach'>;

interface EditedContactFieldProps {
  readonly field: TypedFieldName;
  readonly editor: Editor;
  /** Of the phone, which its mask does not always tell. */
  readonly country: string | null;
  /** What is known of the value that is kept: nothing of one that was typed. */
  readonly mark?: ReactNode;
}

/** A field that every contact has. A phone stands beside the flag of its country. */
export function EditedContactField({ field, editor, country, mark }: EditedContactFieldProps) {
  const { t } = useTranslation('contacts');
  const isPhone = field === 'tel';
  const typed = editor.form.values[field];
  const flagged = editor.isAsShown(field) && typed !== '' ? country : countryOfTyped(typed);
  return (
    <EditedField
      name={field}
      label={t(`column.${field}`)}
      text={editor.textOf(field)}
      sign={isPhone && flagged && <CountryFlag country={flagged} />}
      mark={editor.isAsShown(field) && mark}
      error={editor.form.problem(field)}
      isEdited={editor.isEdited(field)}
      isAwaited={editor.isAwaited(field)}
      onEdit={() => editor.edit(field)}
      onEnd={(how) => editor.end(field, how)}
    >
      <ContactFieldInput
        field={field}
        bind={editor.form.field}
        autoComplete="off"
        {...(isPhone ? phoneStart(flagged, typed) : {})}
      />
    </EditedField>
  );
}

/** Before a number that begins with no code stands the one that it is taken to have. */
function phoneStart(country: string | null | undefined, typed: string) {
  const code = /^\s*[+＋]/.test(typed) ? undefined : defaultCallingCode;
  return {
    leftSection: (
      <Group gap={6} wrap="nowrap">
        {country && <CountryFlag country={country} />}
        {code && (
          <Text size="sm" c="dimmed">
            {code}
          </Text>
        )}
      </Group>
    ),
    leftSectionWidth: code ? 68 : 40,
  };
}
