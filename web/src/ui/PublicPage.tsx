import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanguageChoice } from '#web/ui/LanguageChoice.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { useTabTitle } from '#web/ui/use-tab-title.ts';
import classes from './PublicPage.module.css';

interface PublicPageProps {
  /** What is outside the card, under it. */
  readonly foot?: ReactNode;
  /** How wide the card may be, in pixels. */
  readonly maxWidth?: number;
  readonly children: ReactNode;
}

/** A page before one has signed in: our name and the language over a card, and no menu. */
export function PublicPage({ foot, maxWidth = 400, children }: PublicPageProps) {
  useTabTitle();
  return (
    <main className={classes['page']}>
      <Stack w="100%" maw={maxWidth} gap="xl">
        <Group justify="space-between">
          <Group gap="sm">
            <Mark size={36} />
            <Text fw={700} fz={22}>
              Escuta
            </Text>
          </Group>
          <LanguageChoice />
        </Group>
        <Box className={classes['card']}>{children}</Box>
        {foot}
      </Stack>
    </main>
  );
}
