import type { LocalText } from '@escuta/contract/local-text';
import { languages } from '@escuta/contract/primitives';
import { Fieldset, Stack, Textarea } from '@mantine/core';
import { languageNames } from '#web/lib/language.ts';

export const noText: LocalText = { pt: '', es: '', en: '' };

export function isEmpty(text: LocalText): boolean {
  return languages.every((language) => text[language].trim() === '');
}

export function isComplete(text: LocalText): boolean {
  return languages.every((language) => text[language].trim() !== '');
}

interface LocalTextFieldsProps {
  readonly label: string;
  readonly value: LocalText;
  readonly onChange: (text: LocalText) => void;
}

/** A text that people read in their own language: one field for each. */
export function LocalTextFields({ label, value, onChange }: LocalTextFieldsProps) {
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Stack gap="sm">
        {languages.map((language) => (
          <Textarea
            key={language}
            lang={language}
            label={languageNames[language]}
            rows={2}
            maxLength={500}
            value={value[language]}
            onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
