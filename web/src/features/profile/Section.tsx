import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A part of the profile, with its name and a sentence on what it is for. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text && <Text c="dimmed">{text}</Text>}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
