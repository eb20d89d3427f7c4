import { Box, Center, Title } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { chunkErrorCause } from '#web/app/chunk-errors.ts';
import { CallError } from '#web/lib/call.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { fetchMissingTexts } from '#web/lib/language.ts';
import { useAwaitedTitle } from '#web/ui/focus-page-title.ts';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';

/** What stands in for a page that could not be drawn, under the page's title. The shell around it stays. */
export function AppErrorState({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof CallError && error.status === 404) return <NotFoundState />;
  const retry = async () => {
    await fetchMissingTexts();
    reset();
    void router.invalidate();
  };
  const cause = chunkErrorCause(error);
  return (
    <>
      <PageTitle />
      <Center mih="60dvh">
        {cause ? (
          <Suspense>
            <ChunkErrorState cause={cause} onRetry={() => void retry()} />
          </Suspense>
        ) : (
          <ErrorState error={error} onRetry={() => void retry()} />
        )}
      </Center>
    </>
  );
}

/** The same where there is no shell to stand in: who is signed in, or the shell itself, could not be loaded. */
export function AppErrorPage(given: ErrorComponentProps) {
  return (
    <Box component="main" maw={1280} mx="auto" p={{ base: 'md', sm: 'xl' }}>
      <AppErrorState {...given} />
    </Box>
  );
}

function PageTitle() {
  const { t } = useTranslation('shell');
  const heading = useAwaitedTitle();
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  if (!titleKey) return null;
  return (
    <Title ref={heading} order={1} tabIndex={-1} data-page-title>
      {t(titleKey as 'menu.dashboard')}
    </Title>
  );
}

/** The page's code could not be fetched. The code of a newer version comes with a new page only. */
function ChunkErrorState({ cause, onRetry }: { cause: Promise<CallError>; onRetry: () => void }) {
  const error = use(cause);
  return <ErrorState error={error} onRetry={error.code === 'OUTDATED' ? () => window.location.reload() : onRetry} />;
}
