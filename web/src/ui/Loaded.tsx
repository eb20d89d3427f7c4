import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';

interface LoadedProps<Answer> {
  readonly answer: UseQueryResult<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}

/** What is drawn of an answer once it is there; until then lines in its place, and why it did not come. */
export function Loaded<Answer>({ answer: { data, error, refetch }, children }: LoadedProps<Answer>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={88} />
      <Skeleton height={88} />
    </Stack>
  );
}
