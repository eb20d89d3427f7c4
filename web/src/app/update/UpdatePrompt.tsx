import { Button, Group, Modal, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watchForUpdates } from '#web/app/update/app-updates.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { closesAlone } from '#web/ui/over-layers.ts';

/** Where somebody writes a survey nobody asks them to load the page anew (UPDATE-04). */
const editor = '/customer-feedback/create-survey/';

interface UpdatePromptProps {
  readonly watch?: (onUpdate: () => void) => () => void;
}

/** Says that there is a newer version of the app, and loads it (UPDATE-01 to -03). Put off, it asks again with the next one. */
export function UpdatePrompt({ watch = watchForUpdates }: UpdatePromptProps) {
  const { t } = useTranslation(['installation', 'ui']);
  const [isReady, setReady] = useState(false);
  const [isPutOff, setPutOff] = useState(false);
  const isWriting = useRouterState({ select: ({ location }) => location.pathname.startsWith(editor) });
  const putOff = () => setPutOff(true);
  useEffect(() => watch(() => setReady(true)), [watch]);
  return (
    <Modal
      opened={isReady && !isPutOff && !isWriting}
      onClose={putOff}
      {...closesAlone(putOff)}
      title={t('installation:update.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Text>{t('installation:update.text')}</Text>
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" data-autofocus onClick={putOff}>
          {t('installation:update.later')}
        </Button>
        <Button onClick={() => void mayLeave().then((isFree) => isFree && location.reload())}>
          {t('installation:update.now')}
        </Button>
      </Group>
    </Modal>
  );
}
