import type { User } from '@escuta/contract/access';
import { Button, getDefaultZIndex, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adoptSession } from '#web/app/adopt-session.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';

interface AdoptSessionDialogProps {
  readonly token: string;
  /** Whose the token is. */
  readonly user: User;
  /** The e-mail of whoever is signed in, if anybody. */
  readonly current: string | null;
}

/** Asks before a link signs somebody in: whoever sent it may want them to work in another account than they think. */
export function AdoptSessionDialog({ token, user, current }: AdoptSessionDialogProps) {
  const { t } = useTranslation(['installation', 'ui']);
  const [isOpened, setOpened] = useState(true);
  const [isFailed, setFailed] = useState(false);
  const enter = useOneAtATime(async () => {
    try {
      await adoptSession(token);
      // Nothing of whoever was here before stays.
      location.assign('/home');
    } catch {
      setFailed(true);
    }
  });
  return (
    <Modal
      opened={isOpened}
      onClose={() => setOpened(false)}
      title={t('installation:adopt.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      zIndex={getDefaultZIndex('overlay') + 1}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('installation:adopt.text', { name: user.nome, email: user.email, company: user._empresa.nome })}
      </Text>
      {current && <Text mt="sm">{t('installation:adopt.instead', { email: current })}</Text>}
      {isFailed && (
        <Text mt="sm" c="red.9" role="alert">
          {t('installation:adopt.failed')}
        </Text>
      )}
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
          {t('installation:adopt.stay')}
        </Button>
        <Button onClick={() => void enter()}>{t('installation:adopt.enter', { name: user.nome })}</Button>
      </Group>
    </Modal>
  );
}
