import { federatedFailures } from '@escuta/contract/federated-login';
import { Button, getDefaultZIndex, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SupportButton } from '#web/ui/SupportButton.tsx';

/**
 * Signing in with the company's own provider has failed (FED-04 to -06, SHELL-08): says why, and where help is. `failure` is what
 * the address brought: one of our words, or whatever somebody has written there.
 */
export function FederatedErrorDialog({ failure }: { failure: string }) {
  const { t } = useTranslation(['federated', 'ui']);
  const [isOpened, setOpened] = useState(true);
  const known = federatedFailures.find((one) => one === failure);
  return (
    <Modal
      opened={isOpened}
      onClose={() => setOpened(false)}
      title={t('federated:error.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      zIndex={getDefaultZIndex('overlay') + 1}
    >
      <Stack>
        <Text>{t('federated:error.provider')}</Text>
        <Text c="dimmed">{t(`federated:error.${known ?? 'NOT_VALID'}`)}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
            {t('ui:dialog.close')}
          </Button>
          <SupportButton />
        </Group>
      </Stack>
    </Modal>
  );
}
