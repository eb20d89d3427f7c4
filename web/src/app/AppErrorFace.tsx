import { Center } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { CallError } from '#web/lib/call.ts';
import { ErrorFace } from '#web/ui/ErrorFace.tsx';
import { NotFoundFace } from '#web/ui/NotFoundFace.tsx';

/** What stands in for a page that could not be drawn. The shell around it stays. */
export function AppErrorFace({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof CallError && error.status === 404) return <NotFoundFace />;
  return (
    <Center mih="60dvh">
      <ErrorFace
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Center>
  );
}
