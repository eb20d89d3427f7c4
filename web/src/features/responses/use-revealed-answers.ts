import { revealAnswer } from '@escuta/contract/response-list';
import type { ResponseDetail } from '@escuta/contract/response-list';
import { useState } from 'react';
import { useMe } from '#web/lib/me.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

/**
 * The masked answers of a response that somebody has asked for, by their questions: known as long as the response is shown, and not
 * kept beside it. Each is asked for once; the server tells the audit.
 */
export function useRevealedAnswers({ _id: id }: ResponseDetail) {
  const { can } = useMe();
  const errorText = useErrorText();
  const reveal = useRouteMutation(revealAnswer, { gcTime: 0 }).mutateAsync;
  const [known, setKnown] = useState<Readonly<Record<string, string | null>>>({});
  const [awaited, setAwaited] = useState<string>();
  const ask = useOneAtATime(async (question: string) => {
    setAwaited(question);
    try {
      const { text } = await reveal({ params: { id }, body: { question } });
      setKnown((before) => ({ ...before, [question]: text }));
    } catch (error) {
      noticeFailure(errorText(error));
    }
    setAwaited(undefined);
  });
  return { known, awaited, mayAsk: can('responses.revealSensitive'), ask };
}
