import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import { guardLeaving } from '#web/lib/leaving.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Saves before somebody leaves the page, by whatever way, and asks them when that is not possible. */
export function LeaveGuard({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('surveys');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async () => keeper.isDirty && !(await keeper.flush()),
    enableBeforeUnload: () => keeper.isDirty,
    withResolver: true,
  });
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>();
  useEffect(
    () =>
      guardLeaving(
        async () => {
          if (!keeper.isDirty || (await keeper.flush())) return true;
          const asked = Promise.withResolvers<boolean>();
          setAnswer(() => asked.resolve);
          return asked.promise;
        },
        () => keeper.isDirty,
      ),
    [keeper],
  );
  const give = (mayLeave: boolean) => {
    answer?.(mayLeave);
    setAnswer(undefined);
    if (mayLeave) proceed?.();
    else reset?.();
  };
  return (
    <ConfirmDialog
      opened={status === 'blocked' || answer !== undefined}
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
