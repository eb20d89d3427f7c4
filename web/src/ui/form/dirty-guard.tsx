import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLeaveQuestion } from '#web/lib/use-leave-question.ts';

// The login page is a form too, and shows none: dialogs are an eighth of what it would wait for.
const DiscardDialog = lazy(async () => ({
  default: (await import('#web/ui/form/DiscardDialog.tsx')).DiscardDialog,
}));

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
  const question = { isUnsaved: isDirty, mustAsk: isDirty, isOfPage };
  const { isAsking, mayLeave: mayDiscard, give } = useLeaveQuestion(question);
  const isUsed = useUse();
  return {
    mayDiscard,
    isAsking,
    dialog: (isUsed || isAsking) && (
      <Suspense>
        <DiscardDialog opened={isAsking} onAnswer={give} />
      </Suspense>
    ),
  };
}

/** Whether somebody has pressed anything yet: before they can lose what they typed, the dialog is at hand, also without a network. */
function useUse(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const use = () => setUsed(true);
    for (const press of ['keydown', 'pointerdown']) addEventListener(press, use, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, []);
  return isUsed;
}

/** Asks before a page is left on which something is typed and not saved. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }): ReactNode {
  return useDirtyGuard(() => isDirty, { isOfPage: true }).dialog;
}
