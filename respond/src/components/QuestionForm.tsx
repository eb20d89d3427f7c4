import { scoreGroup } from '@escuta/contract/score';
import type { Problem, QuestionView } from '../page-model.ts';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';
import { HiddenFields } from './HiddenFields.tsx';
import { ScoreQuestion } from './ScoreQuestion.tsx';
import { WhyQuestion } from './WhyQuestion.tsx';

interface Props {
  readonly words: Words;
  readonly view: QuestionView;
  /** The place of the question that this form asks. */
  readonly at: number;
  /** It comes after a step of the same page, and moves in. */
  readonly isNew?: boolean;
}

/** One question as a plain form: it works without script, and the script sends the same fields without leaving. */
export function QuestionForm({ words, view, at, isNew }: Props) {
  const question = view.questions[at];
  if (!question) return null;
  const isLast = at === view.questions.length - 1;
  const value = view.values[question.key];
  const error = errorText(words, question.type, view.problems[question.key]);
  const first = view.questions.find((each) => each.type === 'nps');
  const score = first ? view.values[first.key] : undefined;
  const scoreValue = typeof score === 'number' ? score : undefined;
  return (
    <form className={isNew ? 'new' : undefined} method="post" action={`/r/${view.token}`} data-at={at}>
      <HiddenFields view={view} questionKey={question.key} isLast={isLast} />
      {view.questions.length > 1 && (
        <p className="progress">
          {fill(words.progress, { at: at + 1, of: view.questions.length })}
          <progress value={at + 1} max={view.questions.length} aria-hidden="true" />
        </p>
      )}
      {question.type === 'nps' ? (
        <ScoreQuestion
          words={words}
          question={question}
          at={at}
          value={typeof value === 'number' ? value : undefined}
          error={error}
        />
      ) : (
        <WhyQuestion
          words={words}
          question={question}
          at={at}
          group={scoreValue === undefined ? 'passive' : scoreGroup(scoreValue)}
          value={typeof value === 'string' ? value : undefined}
          error={error}
          score={first ? { question: first, value: scoreValue } : null}
        />
      )}
      <button type="submit">{isLast ? words.send : words.continue}</button>
    </form>
  );
}

function errorText(words: Words, type: 'nps' | 'why', problem: Problem | undefined): string | null {
  if (!problem) return null;
  if (problem === 'not_valid') return words.notValid;
  return type === 'nps' ? words.scoreRequired : words.wordsRequired;
}
