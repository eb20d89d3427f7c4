import { Center } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { CallError } from '#web/lib/call.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';

/** What stands in for a page that could not be drawn. The shell around it stays. */
export function AppErrorState({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof CallError && error.status === 404) return <NotFoundState />;
  return (
    <Center mih="60dvh">
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Center>
  );
}
