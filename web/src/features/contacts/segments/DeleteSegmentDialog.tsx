import { deleteSegment, listSegments, SegmentUser } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { Button, Group, List, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isRefusal } from '#web/lib/call.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { closesAlone } from '#web/ui/over-layers.ts';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

interface DeleteSegmentDialogProps {
  readonly segment: Pick<Segment, '_id' | 'name' | 'kind'>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

const refusal = z.object({ users: z.array(SegmentUser) });

/** Asks before a segment or list is deleted; says what uses it where that is refused. */
export function DeleteSegmentDialog({ segment, onDeleted, onClose }: DeleteSegmentDialogProps) {
  const { t } = useTranslation('segments');
  const errorText = useErrorText();
  const [users, setUsers] = useState<readonly SegmentUser[]>();
  const { _id, name, kind } = segment;
  const remove = useRouteMutation(deleteSegment, {
    invalidates: [listSegments],
    onSuccess: () => {
      noticeSuccess(t('delete.done', { name }));
      onDeleted();
    },
    onError: (error) => {
      if (isRefusal(deleteSegment, error, 'SEGMENT_IN_USE')) setUsers(refusal.parse(error.params).users);
      else {
        noticeFailure(errorText(error));
        onClose();
      }
    },
  });
  if (users) return <InUse name={name} users={users} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={t(kind === 'list' ? 'delete.titleList' : 'delete.titleSegment')}
      text={t('delete.text', { name })}
      confirmLabel={t('delete.action')}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: _id } })}
      onClose={onClose}
    />
  );
}

interface InUseProps {
  readonly name: string;
  readonly users: readonly SegmentUser[];
  readonly onClose: () => void;
}

/** What keeps it, each with the way there. */
function InUse({ name, users, onClose }: InUseProps) {
  const { t } = useTranslation(['segments', 'ui']);
  return (
    <Modal
      opened
      onClose={onClose}
      {...closesAlone(onClose)}
      title={t('delete.usedTitle')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Text>{t('delete.usedText', { name })}</Text>
      <List my="sm">
        {users.map((user) => (
          <List.Item key={user._id}>
            {user.type === 'segment' ? (
              <StandaloneLink to="/contatos/segmentos/$id" params={{ id: user._id }} size="md">
                {t('delete.user.segment', { name: user.name })}
              </StandaloneLink>
            ) : (
              <StandaloneLink to="/queues/$id/detailed" params={{ id: user._id }} size="md">
                {t('delete.user.send', { name: user.name })}
              </StandaloneLink>
            )}
          </List.Item>
        ))}
      </List>
      <Text c="dimmed">{t('delete.usedHow', { name })}</Text>
      <Group justify="flex-end" mt="xl">
        <Button data-autofocus onClick={onClose}>
          {t('delete.close')}
        </Button>
      </Group>
    </Modal>
  );
}
