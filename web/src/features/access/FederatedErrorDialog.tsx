import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SupportButton } from '#web/ui/SupportButton.tsx';

/** Signing in with the company's own provider has failed (FED-04 to -06, SHELL-08). */
export function FederatedErrorDialog() {
  const { t } = useTranslation(['installation', 'ui']);
  const [isOpened, setOpened] = useState(true);
  return (
    <Modal
      opened={isOpened}
      onClose={() => setOpened(false)}
      title={t('installation:federated.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      zIndex={getDefaultZIndex('overlay') + 1}
    >
      <Text>{t('installation:federated.text')}</Text>
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
          {t('ui:dialog.close')}
        </Button>
        <SupportButton />
      </Group>
    </Modal>
  );
}
