import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageSection } from '#web/features/profile/LanguageSection.tsx';
import { PasskeysSection } from '#web/features/profile/PasskeysSection.tsx';
import { PasswordSection } from '#web/features/profile/PasswordSection.tsx';
import { PersonSection } from '#web/features/profile/PersonSection.tsx';
import { SecondFactorSection } from '#web/features/profile/SecondFactorSection.tsx';
import { SessionsSection } from '#web/features/profile/SessionsSection.tsx';
import { ShortcutsSection } from '#web/features/profile/ShortcutsSection.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** What is the user's own. Every section saves by itself. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Stack gap="lg" maw={720}>
        <PersonSection />
        <LanguageSection />
        <PasswordSection />
        <SecondFactorSection />
        <PasskeysSection />
        <SessionsSection />
        <ShortcutsSection />
      </Stack>
    </>
  );
}
