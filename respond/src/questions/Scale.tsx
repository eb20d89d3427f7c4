import { scoresOf } from '@escuta/contract/metrics';
import type { ReactNode } from 'react';
import { fill } from '../words.ts';
import type { ScaleProps } from './question-view.ts';

interface Props extends ScaleProps {
  /** What stands in the place of a score; its number when left out. */
  readonly drawn?: (score: number) => ReactNode;
}

/** Radio buttons in one row, or in two where the screen is narrow, with the words at both ends of the scale. */
export function Scale({ words, question, value, required, drawn }: Props) {
  const scores = scoresOf(question.type);
  const [low = 0, high = 0] = [scores[0], scores.at(-1)];
  const ends: Record<number, string> = { [low]: question.lowLabel, [high]: question.highLabel };
  return (
    <>
      <div className={`scale of${scores.length}`}>
        {scores.map((score) => (
          <label key={score}>
            <input
              type="radio"
              name={`n.${question.key}`}
              value={score}
              defaultChecked={score === value}
              required={required}
              aria-label={[fill(words.scoreOf, { score, high }), ends[score]].filter(Boolean).join(', ')}
            />
            <span aria-hidden="true">{drawn ? drawn(score) : score}</span>
          </label>
        ))}
      </div>
      <div className="ends" aria-hidden="true">
        {[low, high].map((end) => (
          <span key={end}>
            <b>{end}</b> {ends[end]}
          </span>
        ))}
      </div>
    </>
  );
}
