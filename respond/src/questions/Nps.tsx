import type { QuestionOf } from '@escuta/contract/questions/index';
import type { QuestionProps, ScaleProps } from './question-view.ts';
import { Scale } from './Scale.tsx';
import { ScoreQuestion } from './ScoreQuestion.tsx';

/** How likely people are to recommend: the numbers 0 to 10. */
export function Nps(props: QuestionProps<QuestionOf<'nps'>>) {
  const { words, question, value } = props;
  return (
    <ScoreQuestion {...props}>
      <NpsScale words={words} question={question} value={typeof value === 'number' ? value : undefined} required />
    </ScoreQuestion>
  );
}

export function NpsScale(props: ScaleProps<QuestionOf<'nps'>>) {
  return <Scale {...props} />;
}
