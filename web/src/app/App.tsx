import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import type { AppRouter } from '#web/app/router.tsx';
import { Splash } from '#web/app/Splash.tsx';
import { cssVariables, theme } from '#web/app/theme.ts';
import { onSessionEnd } from '#web/lib/call.ts';
import { pageNonce } from '#web/lib/page-nonce.ts';
import { awaitTitlesOf } from '#web/ui/focus-page-title.ts';

/** The whole application: theme, data, texts, pages. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  useEffect(
    () =>
      onSessionEnd(() => {
        queryClient.clear();
        const { href, pathname } = router.state.location;
        if (pathname !== '/login') void router.navigate({ to: '/login', search: { returnUrl: href, expired: true } });
      }),
    [queryClient, router],
  );
  useEffect(() => awaitTitlesOf(router), [router]);
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
      </QueryClientProvider>
    </MantineProvider>
  );
}
