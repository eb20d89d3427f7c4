import { UserId } from '@escuta/contract/ids';
import { deactivateMember, getOwnership, listMembers } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SuccessorDialog } from '#web/features/team/SuccessorDialog.tsx';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { CallFailure } from '#web/ui/CallFailure.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Asks who takes over what somebody owns, says how much it is, and shuts them out. Of whoever owns nothing it asks no more. */
export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const params = { id: UserId.parse(member._id) };
  const owned = useQuery(routeQuery(getOwnership, { params }));
  const name = member.nome ?? member.email;
  const deactivate = useRouteMutation(deactivateMember, {
    invalidates: [listMembers],
    onSuccess: ({ surveys }) => {
      noticeSuccess(
        surveys === 0 ? t('deactivate.doneAlone', { name }) : t('deactivate.done', { name, count: surveys }),
      );
      onClose();
    },
  });
  const words = { title: t('deactivate.title', { name }), text: t('deactivate.text') };
  if (owned.isPending) return null;
  if (owned.data?.surveys === 0)
    return (
      <ConfirmDialog
        opened
        {...words}
        more={<CallFailure error={deactivate.error} />}
        confirmLabel={t('deactivate.action')}
        isDestructive
        isBusy={deactivate.isPending}
        onConfirm={() => deactivate.mutate({ params, body: {} })}
        onClose={onClose}
      />
    );
  return (
    <SuccessorDialog
      {...words}
      note={owned.data && <Text>{t('deactivate.owns', { count: owned.data.surveys })}</Text>}
      successorLabel={t('deactivate.successor')}
      except={({ _id }) => _id === member._id}
      actionLabel={t('deactivate.action')}
      error={deactivate.error}
      isBusy={deactivate.isPending}
      onConfirm={(successor) => deactivate.mutate({ params, body: { successor } })}
      onClose={onClose}
    />
  );
}
