import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAwaitedTitle } from '#web/ui/focus-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** For a title that stands in the bar and in the menu already. */
  readonly titleClassName?: string | undefined;
  readonly text?: string | undefined;
  /** How many the page is about, beside the title. */
  readonly count?: string | undefined;
  /** The page's actions, the primary one last. */
  readonly actions?: ReactNode;
  /** For actions that are drawings alone on a phone: they stay beside the title there. */
  readonly areActionsSmall?: boolean | undefined;
}

/** The head of every page: its name, one sentence, and one primary action at the right. */
export function PageHeader({ title, titleClassName, text, count, actions, areActionsSmall }: PageHeaderProps) {
  const heading = useAwaitedTitle();
  return (
    <Group
      justify="space-between"
      align={text ? 'flex-start' : 'center'}
      mb="lg"
      gap="md"
      wrap={areActionsSmall ? 'nowrap' : 'wrap'}
    >
      <Stack gap={2}>
        <Group gap="sm" align="baseline">
          <Title
            ref={heading}
            order={1}
            tabIndex={-1}
            data-page-title={titleClassName ? 'in-bar' : 'on-page'}
            className={titleClassName ?? ''}
          >
            {title}
          </Title>
          {count && (
            <Text c="dimmed" className="figures">
              {count}
            </Text>
          )}
        </Group>
        {text && (
          <Text c="dimmed" maw={640}>
            {text}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
