import { tidyName } from '@escuta/contract/name';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Setting } from '#web/features/companies/Setting.tsx';
import type { Saved } from '#web/features/companies/Setting.tsx';

/** What a company or a unit is called, in at least `lengthMin` characters. */
export function NameSetting({ lengthMin, ...saved }: Saved<string> & { readonly lengthMin: number }) {
  const { t } = useTranslation('companies');
  return (
    <Setting
      label={t('name')}
      {...saved}
      problem={(name) => (tidyName(name).length < lengthMin ? t('nameShort', { count: lengthMin }) : undefined)}
    >
      {({ draft, onDraft, problem }) => (
        <TextInput
          label={t('name')}
          maxLength={120}
          value={draft}
          error={problem}
          onChange={(event) => onDraft(event.currentTarget.value)}
        />
      )}
    </Setting>
  );
}
