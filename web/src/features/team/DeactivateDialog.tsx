import { UserId } from '@escuta/contract/ids';
import { deactivateMember, getOwnership, listMembers } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuccessorField } from '#web/features/team/SuccessorField.tsx';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Asks who takes over what somebody owns, says how much it is, and shuts them out. */
export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['team', 'ui']);
  const errorText = useErrorText();
  const [successor, setSuccessor] = useState<string | null>(null);
  const params = { id: UserId.parse(member._id) };
  const owned = useQuery(routeQuery(getOwnership, { params }));
  const name = member.nome ?? member.email;
  const deactivate = useRouteMutation(deactivateMember, {
    invalidates: [listMembers],
    onSuccess: ({ surveys }) => {
      noticeSuccess(t('deactivate.done', { name, count: surveys }));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deactivate.title', { name })}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Stack gap="md">
        <Text>{t('deactivate.text')}</Text>
        {owned.data && <Text>{t('deactivate.owns', { count: owned.data.surveys })}</Text>}
        <SuccessorField
          label={t('deactivate.successor')}
          except={({ _id }) => _id === member._id}
          value={successor}
          onChange={setSuccessor}
        />
        {deactivate.error && (
          <Alert color="red" variant="light" role="alert">
            {errorText(deactivate.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:dialog.back')}
          </Button>
          <Button
            color="red.9"
            disabled={successor === null}
            loading={deactivate.isPending}
            onClick={() =>
              successor !== null && deactivate.mutate({ params, body: { successor: UserId.parse(successor) } })
            }
          >
            {t('deactivate.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
