import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { guardLeaving } from '#web/lib/leaving.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface DirtyGuard {
  /** Says whether what was typed may go; asks when there is something. */
  readonly mayDiscard: () => Promise<boolean>;
  readonly isAsking: boolean;
  /** To be drawn beside the form. */
  readonly dialog: ReactNode;
}

interface GuardOptions {
  /** Of a form that stands in its page: a change of the rest of the address keeps it. */
  readonly isOfPage?: boolean;
}

/** Asks before what was typed is lost: by a link, a change of unit, a sign-out, the end of the tab, a panel that closes. */
export function useDirtyGuard(isDirty: () => boolean, { isOfPage = false }: GuardOptions = {}): DirtyGuard {
  const { t } = useTranslation('ui');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && !(isOfPage && current.pathname === next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const [answer, setAnswer] = useState<(mayDiscard: boolean) => void>();
  const mayDiscard = () => {
    if (!isDirty()) return Promise.resolve(true);
    const asked = Promise.withResolvers<boolean>();
    setAnswer(() => asked.resolve);
    return asked.promise;
  };
  const mayLeave = useEffectEvent(mayDiscard);
  const isUnsaved = useEffectEvent(isDirty);
  useEffect(
    () =>
      guardLeaving(
        () => mayLeave(),
        () => isUnsaved(),
      ),
    [],
  );
  const give = (isGiven: boolean) => {
    answer?.(isGiven);
    setAnswer(undefined);
    if (isGiven) proceed?.();
    else reset?.();
  };
  const isAsking = status === 'blocked' || answer !== undefined;
  return {
    mayDiscard,
    isAsking,
    dialog: (
      <ConfirmDialog
        opened={isAsking}
        title={t('discard.title')}
        text={t('discard.text')}
        confirmLabel={t('discard.confirm')}
        stayLabel={t('discard.stay')}
        isDestructive
        onConfirm={() => give(true)}
        onClose={() => give(false)}
      />
    ),
  };
}

/** Asks before a page is left on which something is typed and not saved. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }): ReactNode {
  return useDirtyGuard(() => isDirty, { isOfPage: true }).dialog;
}
