import { importModes } from '@escuta/contract/imports';
import type { ImportMode } from '@escuta/contract/imports';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const shownModes = [...importModes].reverse();

/** What the file does to the contacts, the usual choice first. */
export function ModeChoice({ mode, onMode }: { mode: ImportMode; onMode: (mode: ImportMode) => void }) {
  const { t } = useTranslation('imports');
  return (
    <Radio.Group
      label={t('mode.label')}
      description={t('mode.text')}
      // Read before the choice, not after it.
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      value={mode}
      onChange={(chosen) => onMode(chosen)}
    >
      <Stack gap="sm" mt="sm">
        {shownModes.map((choice) => (
          <Radio key={choice} value={choice} label={t(`mode.${choice}.label`)} description={t(`mode.${choice}.text`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
