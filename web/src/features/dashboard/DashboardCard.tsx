import { Group, Text, Title } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './DashboardCard.module.css';

interface DashboardCardProps {
  readonly title: string;
  /** One line under the title. */
  readonly text?: string | undefined;
  /** Stands after the title: how the number is made. */
  readonly info?: ReactNode;
  /** Stands at the right of the head. */
  readonly actions?: ReactNode;
  readonly isBusy?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of one card. What breaks inside stays inside: the page around it goes on. */
export function DashboardCard({ title, text, info, actions, isBusy, className, children }: DashboardCardProps) {
  const id = useId();
  return (
    <section className={`${classes['card']} ${className ?? ''}`} aria-labelledby={id} aria-busy={isBusy ?? false}>
      <Group justify="space-between" align={text ? 'flex-start' : 'center'} gap="sm" mb="md" wrap="nowrap">
        <div className={classes['head']}>
          <Group gap={4} wrap="nowrap" mih={28}>
            <Title order={2} id={id} className={classes['title']}>
              {title}
            </Title>
            {info}
          </Group>
          {text && (
            <Text c="dimmed" size="xs">
              {text}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      <CatchBoundary
        getResetKey={() => title}
        errorComponent={({ error, reset }) => <ErrorState error={error} onRetry={reset} />}
      >
        {children}
      </CatchBoundary>
    </section>
  );
}
