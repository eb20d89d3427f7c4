import type { Question } from '@escuta/contract/surveys';
import type { Words } from '../words.ts';
import { FieldError } from './FieldError.tsx';
import { Scale } from './Scale.tsx';

interface Props {
  readonly words: Words;
  readonly question: Extract<Question, { type: 'nps' }>;
  readonly at: number;
  readonly value: number | undefined;
  readonly error: string | null;
}

/** A question answered with a score from 0 to 10. */
export function ScoreQuestion({ words, question, at, value, error }: Props) {
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
      <Scale words={words} question={question} value={value} required />
      <FieldError at={at} error={error} whenMissing={words.scoreRequired} />
    </div>
  );
}
