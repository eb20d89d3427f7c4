import { UserId } from '@escuta/contract/ids';
import { listMembers, transferCompany } from '@escuta/contract/team';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuccessorField } from '#web/features/team/SuccessorField.tsx';
import { meQuery } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Asks an owner to whom the company shall belong in their place. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['team', 'ui']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const [successor, setSuccessor] = useState<string | null>(null);
  const transfer = useRouteMutation(transferCompany, {
    invalidates: [listMembers],
    onSuccess: () => {
      noticeSuccess(t('transfer.done'));
      onClose();
      // One's own role is another now.
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('transfer.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Stack gap="md">
        <Text>{t('transfer.text')}</Text>
        <SuccessorField
          label={t('transfer.successor')}
          except={({ role }) => role === 'own' || role === 'acmng'}
          value={successor}
          onChange={setSuccessor}
        />
        {transfer.error && (
          <Alert color="red" variant="light" role="alert">
            {errorText(transfer.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:dialog.back')}
          </Button>
          <Button
            color="red.9"
            disabled={successor === null}
            loading={transfer.isPending}
            onClick={() => successor !== null && transfer.mutate({ body: { successor: UserId.parse(successor) } })}
          >
            {t('transfer.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
