import type { ScoreQuestion } from '@escuta/contract/questions/index';
import { ScaleDrawing } from '../questions/index.tsx';
import type { Words } from '../words.ts';

interface Props {
  readonly words: Words;
  readonly question: ScoreQuestion;
  readonly value: number | undefined;
}

/** The score that was given, folded, and still open to change. */
export function ScoreRecap({ words, question, value }: Props) {
  return (
    <details className="recap">
      <summary>
        <span>
          {words.yourScore} <b data-key={question.key}>{value}</b>
        </span>
        <u>{words.changeScore}</u>
      </summary>
      <div role="radiogroup" aria-label={question.title}>
        <ScaleDrawing words={words} question={question} value={value} required={false} />
      </div>
    </details>
  );
}
