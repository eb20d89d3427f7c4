import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Saves before somebody leaves the page, and asks them when that is not possible. */
export function LeaveGuard({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('surveys');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async () => keeper.isDirty && !(await keeper.flush()),
    enableBeforeUnload: () => keeper.isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('leave.title')}
      text={t('leave.text')}
      confirmLabel={t('leave.confirm')}
      isDestructive
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
