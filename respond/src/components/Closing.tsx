import type { Language } from '@escuta/contract/primitives';
import { commentQuestionOf } from '@escuta/contract/questions/index';
import { closingAt } from '../page-model.ts';
import type { Answered, QuestionView } from '../page-model.ts';
import { fill, languageTags } from '../words.ts';
import type { Words } from '../words.ts';
import { FieldError } from './FieldError.tsx';
import { HiddenFields } from './HiddenFields.tsx';
import { textMax } from '../questions/Why.tsx';

interface Props {
  readonly words: Words;
  /** The sentence over the text; that the answer has arrived, when left out. */
  readonly title?: string | undefined;
  readonly text: string;
  /** The answers that may still get their reason; absent where there is nothing more to say. */
  readonly late?: QuestionView | undefined;
}

/** The last words: that the answer has arrived, what the survey says to the group of the score, and room for a reason. */
export function Closing({ words, title = words.closingTitle, text, late }: Props) {
  const comment = late && commentQuestionOf(late.questions);
  const last = (
    <>
      <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m15 25 6 6 12-13" />
      </svg>
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p className="text">{text}</p>}
    </>
  );
  if (!late || !comment) return <section className="closing">{last}</section>;
  return (
    <form className="closing" method="post" action={late.formPath} data-at={closingAt}>
      {last}
      <div className="late">
        <HiddenFields view={late} questionKey={comment.key} isLast />
        <label htmlFor="late">{words.late}</label>
        <textarea
          id="late"
          name={`t.${comment.key}`}
          rows={3}
          maxLength={textMax}
          placeholder={comment.placeholder || undefined}
          required
          aria-describedby={`error-${closingAt} left-${closingAt}`}
        />
        <p className="left" id={`left-${closingAt}`} aria-live="polite" data-left={words.left} />
        <FieldError at={closingAt} error={null} whenMissing={words.textRequired} />
        <button type="submit">{words.sendLate}</button>
      </div>
    </form>
  );
}

/** Says to somebody who comes back that the answer of then stands; undefined where there is none. */
export function answeredTitle(words: Words, language: Language, answered: Answered | undefined): string | undefined {
  if (!answered) return undefined;
  const day = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'long', timeZone: 'UTC' });
  const { score } = answered;
  return fill(score === null ? words.answered : words.answeredScore, {
    day: day.format(new Date(answered.day)),
    score: score ?? '',
  });
}
