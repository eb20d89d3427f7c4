import type { Language } from '@escuta/contract/primitives';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languageNames, useLanguage } from '#web/lib/language.ts';

const languages = Object.keys(languageNames) as Language[];

/** The three languages, before anybody has signed in. */
export function LanguageChoice() {
  const { t } = useTranslation('ui');
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('language')}
      value={useLanguage()}
      onChange={(chosen) => {
        const language = languages.find((known) => known === chosen);
        if (language) void chooseLanguage(language);
      }}
      data={languages.map((language) => ({
        value: language,
        label: <span aria-label={languageNames[language]}>{language.toUpperCase()}</span>,
      }))}
    />
  );
}
