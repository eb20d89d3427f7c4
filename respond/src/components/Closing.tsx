import { answerPath, closingAt } from '../page-model.ts';
import type { QuestionView } from '../page-model.ts';
import type { Words } from '../words.ts';
import { FieldError } from './FieldError.tsx';
import { HiddenFields } from './HiddenFields.tsx';
import { textMax } from '../questions/Why.tsx';

interface Props {
  readonly words: Words;
  readonly text: string;
  /** The answers that may still get their reason; absent where there is nothing more to say. */
  readonly late?: QuestionView | undefined;
}

/** The last words: that the answer has arrived, what the survey says to the group of the score, and room for a reason. */
export function Closing({ words, text, late }: Props) {
  const why = late?.questions.find((question) => question.type === 'why');
  const last = (
    <>
      <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m15 25 6 6 12-13" />
      </svg>
      <h1 tabIndex={-1}>{words.closingTitle}</h1>
      {text && <p className="text">{text}</p>}
    </>
  );
  if (!late || !why) return <section className="closing">{last}</section>;
  return (
    <form className="closing" method="post" action={answerPath(late)} data-at={closingAt}>
      {last}
      <div className="late">
        <HiddenFields view={late} questionKey={why.key} isLast />
        <label htmlFor="late">{words.late}</label>
        <textarea
          id="late"
          name={`t.${why.key}`}
          rows={3}
          maxLength={textMax}
          placeholder={why.placeholder || undefined}
          required
          aria-describedby={`error-${closingAt}`}
        />
        <FieldError at={closingAt} error={null} whenMissing={words.textRequired} />
        <button type="submit">{words.sendLate}</button>
      </div>
    </form>
  );
}
