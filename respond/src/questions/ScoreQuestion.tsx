import { definitionOf } from '@escuta/contract/metrics';
import type { ScoreQuestion as Asked } from '@escuta/contract/questions/index';
import type { ReactNode } from 'react';
import { FieldError } from '../components/FieldError.tsx';
import { fill } from '../words.ts';
import type { QuestionProps } from './question-view.ts';

/** The frame of a question that is answered with a score: its title, help and error around the buttons. */
export function ScoreQuestion({
  words,
  question,
  at,
  error,
  children,
}: QuestionProps<Asked> & { readonly children: ReactNode }) {
  return (
    <div
      className="question"
      role="radiogroup"
      aria-labelledby={`q-${at}`}
      aria-describedby={question.help ? `help-${at} error-${at}` : `error-${at}`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
    >
      <h1 id={`q-${at}`} tabIndex={-1}>
        {question.title}
      </h1>
      {question.help && (
        <p className="help" id={`help-${at}`}>
          {question.help}
        </p>
      )}
      {children}
      <FieldError
        at={at}
        error={error}
        whenMissing={fill(words.scoreRequired, { ...definitionOf(question.type).scores })}
      />
    </div>
  );
}
