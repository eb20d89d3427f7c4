import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { useRevealedAnswers } from '#web/features/responses/use-revealed-answers.ts';
import { HiddenAnswer } from '#web/ui/HiddenAnswer.tsx';
import classes from './ResponseDetails.module.css';

interface MaskedAnswerProps {
  readonly question: string;
  /** As it is read. */
  readonly title: string;
  readonly revealed: ReturnType<typeof useRevealedAnswers>;
}

/** An answer that is masked, until somebody who may see it asks for it. */
export function MaskedAnswer({ question, title, revealed: { known, awaited, mayAsk, ask } }: MaskedAnswerProps) {
  const { t } = useTranslation('responses');
  const text = known[question];
  if (text !== undefined) return <RevealedText text={text ?? t('panel.unanswered')} />;
  return (
    <Group gap="sm">
      <HiddenAnswer />
      {mayAsk && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('panel.showOf', { question: title })}
          loading={awaited === question}
          onClick={() => void ask(question)}
        >
          {t('panel.show')}
        </Button>
      )}
    </Group>
  );
}

/** Takes the focus, which the button had that is gone now. */
function RevealedText({ text }: { text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <p ref={shown} tabIndex={-1} className={classes['text']}>
      {text}
    </p>
  );
}
