import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyDrawing } from '#web/ui/EmptyDrawing.tsx';
import type { EmptyDrawingName } from '#web/ui/EmptyDrawing.tsx';
import { useFocusHandOver } from '#web/ui/focus-page-title.ts';

interface EmptyStateProps {
  readonly title: string;
  /** What is missing, as a picture. */
  readonly drawing?: EmptyDrawingName;
  /** Why it is empty. */
  readonly text?: string;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
}

/** A list with nothing in it: why, and one action. */
export function EmptyState({ title, drawing = 'bubbles', text, action }: EmptyStateProps) {
  const box = useFocusHandOver<HTMLDivElement>();
  return (
    <Stack ref={box} align="center" gap="sm" py={48} px="md">
      <EmptyDrawing name={drawing} />
      <Text fw={600}>{title}</Text>
      {text && (
        <Text c="dimmed" ta="center" maw={420}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
