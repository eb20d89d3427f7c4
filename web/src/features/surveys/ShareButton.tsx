import type { Survey } from '@escuta/contract/surveys';
import { Button, Modal } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// Who shares needs the code of a QR code; who edits does not.
const ShareCard = lazy(async () => ({ default: (await import('#web/features/surveys/ShareCard.tsx')).ShareCard }));

/** Opens the open link of a published survey, with its QR code. */
export function ShareButton({ survey }: { survey: Survey }) {
  const { t } = useTranslation(['surveys', 'ui']);
  const [isOpened, setOpened] = useState(false);
  if (survey.version === null) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('share.button')}
      </Button>
      <Modal
        opened={isOpened}
        onClose={() => setOpened(false)}
        title={t('share.title', { title: survey.title })}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        <Suspense>
          <ShareCard survey={survey} />
        </Suspense>
      </Modal>
    </>
  );
}
