import type { Question } from '@escuta/contract/surveys';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';

interface Props {
  readonly words: Words;
  readonly question: Extract<Question, { type: 'nps' }>;
  readonly value: number | undefined;
  readonly required: boolean;
}

const scores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Eleven radio buttons in one row, or in rows of six and five where the screen is narrow, with the words at both ends. */
export function Scale({ words, question, value, required }: Props) {
  const ends: Record<number, string> = { 0: question.lowLabel, 10: question.highLabel };
  return (
    <>
      <div className="scale">
        {scores.map((score) => (
          <label key={score}>
            <input
              type="radio"
              name={`n.${question.key}`}
              value={score}
              defaultChecked={score === value}
              required={required}
              aria-label={[fill(words.scoreOf, { score }), ends[score]].filter(Boolean).join(', ')}
            />
            <span aria-hidden="true">{score}</span>
          </label>
        ))}
      </div>
      <div className="ends" aria-hidden="true">
        <span>
          <b>0</b> {question.lowLabel}
        </span>
        <span>
          <b>10</b> {question.highLabel}
        </span>
      </div>
    </>
  );
}
