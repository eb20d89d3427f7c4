import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface StepTitleProps {
  readonly title: string;
  readonly text?: string;
  /** Of the three that ask for something. */
  readonly number?: 1 | 2 | 3;
}

const stepsInAll = 3;

/** What a step is about. It takes the focus, so that who does not see the page hears that it is another one. */
export function StepTitle({ title, text, number }: StepTitleProps) {
  const { t } = useTranslation('sign-up');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header>
      {number !== undefined && (
        <Text size="sm" c="dimmed">
          {t('stepOf', { number, all: stepsInAll })}
        </Text>
      )}
      <Title order={1} tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" mt={4} mb="lg">
          {text}
        </Text>
      )}
    </header>
  );
}
