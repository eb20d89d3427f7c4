import { isOwner, isStaff } from '@escuta/contract/access-policy';
import { listMembers, transferCompany } from '@escuta/contract/team';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SuccessorDialog } from '#web/features/team/SuccessorDialog.tsx';
import { meQuery } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Asks an owner to whom the company shall belong in their place. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('team');
  const client = useQueryClient();
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
    <SuccessorDialog
      title={t('transfer.title')}
      text={t('transfer.text')}
      successorLabel={t('transfer.successor')}
      except={({ role }) => isOwner(role) || isStaff(role)}
      actionLabel={t('transfer.action')}
      error={transfer.error}
      isBusy={transfer.isPending}
      onConfirm={(successor) => transfer.mutate({ body: { successor } })}
      onClose={onClose}
    />
  );
}
