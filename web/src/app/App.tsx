import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { AppRouter } from '#web/app/router.tsx';
import { Splash } from '#web/app/Splash.tsx';
import { cssVariables, theme } from '#web/app/theme.ts';
import { onSessionEnd } from '#web/lib/call.ts';

// No notice is due before the first page stands: it does not wait for their code.
const Notices = lazy(() => import('#web/app/Notices.tsx').then(({ Notices }) => ({ default: Notices })));

/** The whole application: theme, data, texts, pages. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  useEffect(
    () =>
      onSessionEnd(() => {
        queryClient.clear();
        const { href, pathname } = router.state.location;
        if (pathname !== '/login') void router.navigate({ to: '/login', search: { returnUrl: href } });
      }),
    [queryClient, router],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notices />
        </Suspense>
        <Suspense fallback={<Splash />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The nonce that the server gave this page, so that the theme's style sheet passes the content security policy. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
