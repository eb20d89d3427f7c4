import { Button, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Enrolment } from '#web/features/profile/Enrolment.tsx';

/** In the place of every screen while the company asks for a second factor and its user has none (TOTP-10): it cannot be closed. */
export function SecondFactorRequired({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <>
      {/* The page that it covers has none. */}
      <VisuallyHidden component="h1">{t('required.title')}</VisuallyHidden>
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        title={t('required.title')}
      >
        <Stack gap="md">
          <Text>{t('required.text')}</Text>
          <Enrolment onDone={() => undefined} />
          <Button variant="subtle" onClick={onLeave}>
            {t('required.leave')}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
