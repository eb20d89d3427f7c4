import type { ScoreGroup } from '@escuta/contract/score';
import type { Question } from '@escuta/contract/surveys';
import type { Words } from '../words.ts';
import { FieldError } from './FieldError.tsx';
import { Scale } from './Scale.tsx';

interface Props {
  readonly words: Words;
  readonly question: Extract<Question, { type: 'why' }>;
  readonly at: number;
  readonly group: ScoreGroup;
  readonly value: string | undefined;
  readonly error: string | null;
  /** The score that asked for a reason, shown and still open to change; null where none was given. */
  readonly score: { readonly question: Extract<Question, { type: 'nps' }>; readonly value: number | undefined } | null;
}

export const wordsMax = 5_000;

/** The open question after a score, worded for the score's group. */
export function WhyQuestion({ words, question, at, group, value, error, score }: Props) {
  return (
    <div className="question">
      {score && (
        <details className="recap">
          <summary>
            <span>
              {words.yourScore} <b>{score.value}</b>
            </span>
            <u>{words.changeScore}</u>
          </summary>
          <div role="radiogroup" aria-label={score.question.title}>
            <Scale words={words} question={score.question} value={score.value} required={false} />
          </div>
        </details>
      )}
      <h1 id={`q-${at}`} tabIndex={-1}>
        <label htmlFor={`words-${at}`}>{question.titles[group]}</label>
      </h1>
      <textarea
        id={`words-${at}`}
        name={`t.${question.key}`}
        rows={5}
        maxLength={wordsMax}
        placeholder={question.placeholder || undefined}
        required={question.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={question.required ? `error-${at}` : `optional-${at} error-${at}`}
        defaultValue={value}
      />
      {!question.required && (
        <p className="help" id={`optional-${at}`}>
          {words.optional}
        </p>
      )}
      <FieldError at={at} error={error} whenMissing={words.wordsRequired} />
    </div>
  );
}
