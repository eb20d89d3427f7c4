import { Box, Group, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { useTabTitle } from '#web/ui/use-tab-title.ts';
import classes from './PublicPage.module.css';

// Its marker is laid out on its own, which would make whoever opens the page wait.
const LanguageChoice = lazyPart(() => import('#web/ui/LanguageChoice.tsx'), 'LanguageChoice');

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
        <Group justify="space-between" mih={44}>
          <Group gap="sm">
            <Mark size={36} />
            <Text fw={700} fz={22}>
              Escuta
            </Text>
          </Group>
          <Suspense>
            <LanguageChoice />
          </Suspense>
        </Group>
        <Box className={classes['card']}>{children}</Box>
        {foot}
      </Stack>
    </main>
  );
}
