import { useTranslation } from 'react-i18next';
import type { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import { useLeaveQuestion } from '#web/lib/use-leave-question.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Saves before somebody leaves the page, by whatever way, and asks them when that is not possible. */
export function LeaveGuard({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('surveys');
  const { isAsking, give } = useLeaveQuestion({
    isUnsaved: () => keeper.isDirty,
    mustAsk: async () => keeper.isDirty && !(await keeper.flush()),
  });
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('leave.title')}
      text={t('leave.text')}
      confirmLabel={t('leave.confirm')}
      stayLabel={t('publish.stay')}
      isDestructive
      onConfirm={() => give(true)}
      onClose={() => give(false)}
    />
  );
}
