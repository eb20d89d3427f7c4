import type { QuestionOf } from '@escuta/contract/questions/index';
import { FieldError } from '../components/FieldError.tsx';
import type { QuestionProps } from './question-view.ts';

export const textMax = 5_000;

/** The open question after a score, worded for the score's group. */
export function Why({ words, question, at, group, value, error, recap }: QuestionProps<QuestionOf<'why'>>) {
  return (
    <div className="question">
      {recap}
      <h1 id={`q-${at}`} tabIndex={-1}>
        <label htmlFor={`text-${at}`}>{question.titles[group]}</label>
      </h1>
      {!question.required && (
        <p className="help" id={`optional-${at}`}>
          {words.optional}
        </p>
      )}
      <textarea
        id={`text-${at}`}
        name={`t.${question.key}`}
        rows={5}
        maxLength={textMax}
        placeholder={question.placeholder || ' '}
        required={question.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={question.required ? `error-${at} left-${at}` : `optional-${at} error-${at} left-${at}`}
        defaultValue={typeof value === 'string' ? value : undefined}
      />
      <p className="left" id={`left-${at}`} aria-live="polite" data-left={words.left} />
      <FieldError at={at} error={error} whenMissing={words.textRequired} />
    </div>
  );
}
