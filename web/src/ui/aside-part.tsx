import { CatchBoundary } from '@tanstack/react-router';
import i18next from 'i18next';
import { Suspense, useEffect, useState } from 'react';
import type { ComponentType, Dispatch, SetStateAction } from 'react';
import { fetchMissingTexts } from '#web/lib/language.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

const betweenTriesMs = 10_000;

interface AsideOptions {
  /** Its code is on its way at once: it is drawn as soon as it can be. */
  readonly isPrompt?: boolean;
  /** Somebody pressed for it, and is told when it does not come. */
  readonly isAsked?: boolean;
}

/**
 * A component whose code comes when it is first drawn, and without which the page goes on: where the code or its texts do not
 * come, or it fails, nothing stands in its place, and it is tried again when the network is back, and every ten seconds.
 */
export function asidePart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { isPrompt = false, isAsked = false }: AsideOptions = {},
): ComponentType<Props> {
  if (isPrompt) load().catch(() => undefined);
  const Part: ComponentType<Props> = lazyPart(async () => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await load();
      } catch {
        if (isAsked && isFirst) noticeFailure(i18next.t('UNREACHABLE', { ns: 'errors' }));
        await nextTry();
      }
    }
  }, name);
  return function AsidePart(props: Props) {
    const [tries, setTries] = useState(0);
    return (
      <CatchBoundary getResetKey={() => tries} errorComponent={() => <Later setTries={setTries} />}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    );
  };
}

/** Holds the place of a part until it is tried again. */
function Later({ setTries }: { readonly setTries: Dispatch<SetStateAction<number>> }) {
  useEffect(() => {
    const gone = new AbortController();
    void nextTry(gone.signal)
      .then(fetchMissingTexts)
      .then(() => gone.signal.aborted || setTries((tries) => tries + 1));
    return () => gone.abort();
  }, [setTries]);
  return null;
}

/** Resolves when the network is back, or after ten seconds. */
function nextTry(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, betweenTriesMs);
    addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}
