import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusHandOver } from '#web/ui/focus-page-title.ts';

interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty. */
  readonly text?: string;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
}

/** A list with nothing in it: why, and one action. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  const box = useFocusHandOver<HTMLDivElement>();
  return (
    <Stack ref={box} align="center" gap="sm" py={48} px="md">
      <svg
        width="96"
        height="64"
        viewBox="0 0 96 64"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
        opacity="0.45"
      >
        <rect x="14" y="8" width="52" height="36" rx="7" />
        <path d="M28 44v9l10-9M26 20h28M26 30h18" />
        <path d="M74 20c5 0 8 3 8 8v12c0 5-3 8-8 8h-2v7l-8-7" />
      </svg>
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
