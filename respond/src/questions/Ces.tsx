import type { QuestionOf } from '@escuta/contract/questions/index';
import type { QuestionProps, ScaleProps } from './question-view.ts';
import { Scale } from './Scale.tsx';
import { ScoreQuestion } from './ScoreQuestion.tsx';

/** How far people agree with a statement: the numbers 1 to 7. */
export function Ces(props: QuestionProps<QuestionOf<'ces'>>) {
  const { words, question, value } = props;
  return (
    <ScoreQuestion {...props}>
      <CesScale words={words} question={question} value={typeof value === 'number' ? value : undefined} required />
    </ScoreQuestion>
  );
}

export function CesScale(props: ScaleProps<QuestionOf<'ces'>>) {
  return <Scale {...props} />;
}
