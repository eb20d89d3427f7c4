import { Box, Center, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import { chunkErrorCause, isServerReached } from '#web/app/chunk-errors.ts';
import { NotFoundPage } from '#web/app/NotFoundPage.tsx';
import { StartErrorState } from '#web/app/StartErrorState.tsx';
import { CallError } from '#web/lib/call.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { fetchMissingTexts } from '#web/lib/language.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { RouteTitle } from '#web/ui/RouteTitle.tsx';
import { useTabTitle } from '#web/ui/use-tab-title.ts';

/** What stands in for a page that could not be drawn, under the page's title. The shell around it stays. */
export function AppErrorState({ error, reset, isStart }: ErrorComponentProps & { isStart?: boolean }) {
  const router = useRouter();
  if (error instanceof CallError && error.status === 404) return <NotFoundPage />;
  const retry = async () => {
    await fetchMissingTexts();
    reset();
    void router.invalidate();
  };
  const cause = chunkErrorCause(error);
  return (
    <>
      <RouteTitle />
      <Center mih="60dvh">
        {cause ? (
          <Suspense>
            <ChunkErrorState cause={cause} onRetry={() => void retry()} />
          </Suspense>
        ) : isStart ? (
          <StartErrorState error={error} onRetry={() => void retry()} />
        ) : (
          <ErrorState error={error} onRetry={() => void retry()} />
        )}
      </Center>
    </>
  );
}

/** The same where there is no shell to stand in: who is signed in, or the shell itself, could not be loaded. */
export function AppErrorPage(given: ErrorComponentProps) {
  useTabTitle();
  return (
    <>
      <Group component="header" h={56} px="md" gap="sm">
        <Mark size={28} />
        <Text fw={700} size="lg">
          Escuta
        </Text>
      </Group>
      <Box component="main" maw={1280} mx="auto" p={{ base: 'md', sm: 'xl' }}>
        <AppErrorState {...given} isStart />
      </Box>
    </>
  );
}

/**
 * The page's code could not be fetched. The code of a newer version comes with a new page only; and so does code that did not
 * come once, because a browser may keep the failure (the module map of the HTML standard).
 */
function ChunkErrorState({ cause, onRetry }: { cause: Promise<CallError>; onRetry: () => void }) {
  const error = use(cause);
  // Without a network a new page would be the browser's own error.
  const retry = async () => ((await isServerReached()) ? window.location.reload() : onRetry());
  return <ErrorState error={error} onRetry={() => void retry()} />;
}
