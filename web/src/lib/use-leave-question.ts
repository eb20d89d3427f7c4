import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { guardLeaving } from '#web/lib/leaving.ts';

interface LeaveQuestionOptions {
  /** Whether the page holds something that is not saved. */
  readonly isUnsaved: () => boolean;
  /** Whether it has to be asked for; what is unsaved by then may be saved first. */
  readonly mustAsk: () => boolean | Promise<boolean>;
  /** Whether a change of the rest of the address keeps what is unsaved. */
  readonly isOfPage?: boolean;
}

interface LeaveQuestion {
  readonly isAsking: boolean;
  /** Says whether the page may be left; asks where it must. */
  readonly mayLeave: () => Promise<boolean>;
  /** What the person said. */
  readonly give: (mayLeave: boolean) => void;
}

/** The question before a page is left by a link, a change of unit, a sign-out or the end of the tab; whoever uses it draws it. */
export function useLeaveQuestion({ isUnsaved, mustAsk, isOfPage = false }: LeaveQuestionOptions): LeaveQuestion {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => !(isOfPage && current.pathname === next.pathname) && mustAsk(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>();
  const mayLeave = async () => {
    if (!(await mustAsk())) return true;
    const asked = Promise.withResolvers<boolean>();
    setAnswer(() => asked.resolve);
    return asked.promise;
  };
  const guard = useEffectEvent(mayLeave);
  const isHeld = useEffectEvent(isUnsaved);
  useEffect(
    () =>
      guardLeaving(
        () => guard(),
        () => isHeld(),
      ),
    [],
  );
  const give = (isGiven: boolean) => {
    answer?.(isGiven);
    setAnswer(undefined);
    if (isGiven) proceed?.();
    else reset?.();
  };
  return { isAsking: status === 'blocked' || answer !== undefined, mayLeave, give };
}
