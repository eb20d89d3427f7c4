import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './NewSendPage.module.css';

interface StepCardProps {
  readonly number: number;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** One numbered step of the page. */
export function StepCard({ number, title, text, children }: StepCardProps) {
  const titleId = useId();
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <header className={classes['cardHead']}>
        <span className={`figures ${classes['number']}`} aria-hidden="true">
          {number}
        </span>
        <div>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {text && <Text c="dimmed">{text}</Text>}
        </div>
      </header>
      {children && <div className={classes['cardBody']}>{children}</div>}
    </section>
  );
}
