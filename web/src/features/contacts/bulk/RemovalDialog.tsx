import type { BulkTarget } from '@escuta/contract/bulk-actions';
import type { Segment } from '@escuta/contract/segments';
import { useTranslation } from 'react-i18next';
import { useRemoveFromList } from '#web/features/contacts/bulk/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CallFailure } from '#web/ui/CallFailure.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface RemovalDialogProps {
  readonly opened: boolean;
  readonly target: BulkTarget;
  readonly list: Segment;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Asks before the picked contacts are taken off the list that is looked at. */
export function RemovalDialog({ opened, target, list, onBack, onDone }: RemovalDialogProps) {
  const { t } = useTranslation('bulk-actions');
  const remove = useRemoveFromList();
  const { _id: id, name } = list;
  const isOne = 'contactIds' in target && target.contactIds.length === 1;

  function close(): void {
    remove.reset();
    onBack();
  }

  function confirm(): void {
    const onSuccess = ({ removed }: { removed: number }) => {
      noticeSuccess(t('removal.done', { count: removed, number: formatNumber(removed), name }));
      onDone();
    };
    remove.mutate({ params: { id }, body: { from: target } }, { onSuccess });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={t('removal.title')}
      text={t(isOne ? 'removal.questionOne' : 'removal.question', { name })}
      more={<CallFailure error={remove.error} />}
      confirmLabel={t('removal.action')}
      isBusy={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
