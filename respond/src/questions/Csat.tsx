import type { QuestionOf } from '@escuta/contract/questions/index';
import type { QuestionProps, ScaleProps } from './question-view.ts';
import { Scale } from './Scale.tsx';
import { ScoreQuestion } from './ScoreQuestion.tsx';

/** How satisfied people are: five faces with their numbers. */
export function Csat(props: QuestionProps<QuestionOf<'csat'>>) {
  const { words, question, value } = props;
  return (
    <ScoreQuestion {...props}>
      <CsatScale words={words} question={question} value={typeof value === 'number' ? value : undefined} required />
    </ScoreQuestion>
  );
}

export function CsatScale(props: ScaleProps<QuestionOf<'csat'>>) {
  return <Scale {...props} drawn={(score) => <Face score={score} />} />;
}

/** A face whose mouth bends from sad (1) to glad (5), above its number. */
function Face({ score }: { readonly score: number }) {
  const bend = 3 * (score - 3);
  const corner = 21 - bend / 3;
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" height="32">
        <circle cx="16" cy="16" r="13" />
        <path d={`M11 12v1m10-1v1M10 ${corner}Q16 ${21 + bend} 22 ${corner}`} />
      </svg>
      {score}
    </>
  );
}
