import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { AppRouter } from '#web/app/router.tsx';
import { Splash } from '#web/app/Splash.tsx';
import { cssVariables, theme } from '#web/app/theme.ts';
import { onInterruption } from '#web/lib/call.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { CallError, Interruption } from '#web/lib/call.ts';
import { pageNonce } from '#web/lib/page-nonce.ts';
import { forgetSession } from '#web/lib/session.ts';
import { awaitTitlesOf } from '#web/ui/focus-page-title.ts';
import { keepFocus } from '#web/ui/keep-focus.ts';

const InterruptionDialog = lazyPart(() => import('#web/app/InterruptionDialog.tsx'), 'InterruptionDialog');
/** Who opens these need not be signed in: a session that is over does not lead away from them (SESSION-19). */
const openPages = /^\/(login|signup|create-account|forgotPassword|terms|federated-login|cf-dashboard\/public)/;

interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: AppRouter;
  /** What the address asked for, over the page. */
  readonly children?: ReactNode;
}

/** The whole application: theme, data, texts, pages. */
export function App({ queryClient, router, children }: AppProps) {
  const [told, setTold] = useState<{ why: Interruption; refusal: CallError }>();
  useEffect(
    () =>
      onInterruption((why, refusal) => {
        if (why !== 'ended') setTold({ why, refusal });
        const { href, pathname } = router.state.location;
        const isOver = why === 'maintenance' || (why === 'ended' && !openPages.test(pathname));
        if (!isOver) return;
        forgetSession();
        queryClient.clear();
        if (pathname === '/login') return;
        const expired = why === 'ended' || undefined;
        void router.navigate({ to: '/login', search: { returnUrl: href, expired }, ignoreBlocker: true });
      }),
    [queryClient, router],
  );
  useEffect(() => awaitTitlesOf(router), [router]);
  useEffect(() => keepFocus(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Splash />}>
          <RouterProvider router={router} />
        </Suspense>
        <Suspense>{children}</Suspense>
        {told && (
          <Suspense>
            <InterruptionDialog key={told.why} {...told} onClose={() => setTold(undefined)} />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
