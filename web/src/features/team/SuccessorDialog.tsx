import type { Member } from '@escuta/contract/team';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { UserId } from '@escuta/contract/ids';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuccessorField } from '#web/features/team/SuccessorField.tsx';
import { CallFailure } from '#web/ui/CallFailure.tsx';

interface SuccessorDialogProps {
  readonly title: string;
  readonly text: string;
  /** What is said beside it, once it is known. */
  readonly note?: ReactNode;
  readonly successorLabel: string;
  /** Who is no choice. */
  readonly except: (member: Pick<Member, '_id' | 'role'>) => boolean;
  readonly actionLabel: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (successor: UserId) => void;
  readonly onClose: () => void;
}

/** Asks who takes over before somebody gives something up. */
export function SuccessorDialog({
  title,
  text,
  note,
  successorLabel,
  except,
  actionLabel,
  error,
  isBusy,
  onConfirm,
  onClose,
}: SuccessorDialogProps) {
  const { t } = useTranslation('ui');
  const [successor, setSuccessor] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('dialog.close') }}>
      <Stack gap="md">
        <Text>{text}</Text>
        {note}
        <SuccessorField label={successorLabel} except={except} value={successor} onChange={setSuccessor} />
        <CallFailure error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('dialog.back')}
          </Button>
          <Button
            color="red.9"
            disabled={successor === null}
            loading={isBusy}
            onClick={() => successor !== null && onConfirm(UserId.parse(successor))}
          >
            {actionLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
