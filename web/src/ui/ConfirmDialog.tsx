import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { closesAlone } from '#web/ui/over-layers.ts';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Names the thing and what happens to it. */
  readonly text: string;
  /** Stands under the text. */
  readonly more?: ReactNode;
  /** A verb, as on the button that led here. */
  readonly confirmLabel: string;
  /** On the way back, where "back" could also mean what is asked about. */
  readonly stayLabel?: string;
  readonly isDestructive?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The focus begins on the way back. */
export function ConfirmDialog({
  opened,
  title,
  text,
  more,
  confirmLabel,
  stayLabel,
  isDestructive,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...closesAlone(onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Text>{text}</Text>
      {more}
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {stayLabel ?? t('dialog.back')}
        </Button>
        <Button color={isDestructive ? 'red.9' : 'teal'} loading={isBusy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
