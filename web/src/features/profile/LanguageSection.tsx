import { languages } from '@escuta/contract/primitives';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '#web/features/profile/Section.tsx';
import { languageNames, useLanguage } from '#web/lib/language.ts';
import { useChooseLanguage } from '#web/lib/use-choose-language.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** The language: at once on this page, and on every device at the next sign-in. */
export function LanguageSection() {
  const { t } = useTranslation('profile');
  const choose = useChooseLanguage();
  return (
    <Section title={t('language.title')} text={t('language.text')}>
      <SegmentedControl
        aria-label={t('language.title')}
        value={useLanguage()}
        onChange={(chosen) => void choose(chosen).then(() => noticeSuccess(t('saved')))}
        data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      />
    </Section>
  );
}
