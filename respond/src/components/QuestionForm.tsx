import { metricOf } from '@escuta/contract/metrics';
import type { QuestionView } from '../page-model.ts';
import { errorText, groupGiven, QuestionDrawing, scoreGiven } from '../questions/index.tsx';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';
import { HiddenFields } from './HiddenFields.tsx';
import { ScoreRecap } from './ScoreRecap.tsx';

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
  const score = scoreGiven(view);
  return (
    <form className={isNew ? 'new' : undefined} method="post" action={view.formPath} data-at={at}>
      <HiddenFields view={view} questionKey={question.key} isLast={isLast} />
      {view.questions.length > 1 && (
        <p className="progress">
          {fill(words.progress, { at: at + 1, of: view.questions.length })}
          <progress value={at + 1} max={view.questions.length} aria-hidden="true" />
        </p>
      )}
      <QuestionDrawing
        words={words}
        question={question}
        at={at}
        value={view.values[question.key]}
        error={errorText(words, question, view.problems[question.key])}
        group={groupGiven(view)}
        recap={score && metricOf(question) === undefined ? <ScoreRecap words={words} {...score} /> : null}
      />
      <button type="submit">
        {!question.required && <span className="skip">{words.skip}</span>}
        <span>{isLast ? words.send : words.continue}</span>
      </button>
    </form>
  );
}
