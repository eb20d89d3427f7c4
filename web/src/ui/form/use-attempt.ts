import { useState } from 'react';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useErrorText } from '#web/ui/error-text.ts';

/**
 * What a question asks for at its end: a try that may fail, one at a time, and in words why the last one did. A form whose fields a
 * route checks is `useRouteForm`'s.
 */
export function useAttempt() {
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = useOneAtATime(async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  });
  return { failure, isBusy, run };
}
