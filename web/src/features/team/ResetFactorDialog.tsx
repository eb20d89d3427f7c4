import { UserId } from '@escuta/contract/ids';
import { resetSecondFactor } from '@escuta/contract/second-factor';
import { listMembers } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { useTranslation } from 'react-i18next';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

/** Asks before the second factor of somebody who has lost it is taken away. */
export function ResetFactorDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const errorText = useErrorText();
  const name = member.nome ?? member.email;
  const reset = useRouteMutation(resetSecondFactor, {
    invalidates: [listMembers],
    onSuccess: () => noticeSuccess(t('resetFactor.done', { name })),
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('resetFactor.title', { name })}
      text={t('resetFactor.text')}
      confirmLabel={t('resetFactor.action')}
      isDestructive
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate({ params: { id: UserId.parse(member._id) } })}
      onClose={onClose}
    />
  );
}
