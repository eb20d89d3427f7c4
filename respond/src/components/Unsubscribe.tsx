import type { UnsubscribeView } from '../page-model.ts';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';

interface Props {
  readonly words: Words;
  readonly view: UnsubscribeView;
  readonly companyName: string;
}

/** Asks once before the messages stop: a mail scanner that opens the link must not decide. */
export function Unsubscribe({ words, view, companyName }: Props) {
  if (view.done) {
    return (
      <section className="notice">
        <h1>{words.unsubscribedTitle}</h1>
        <p className="text">{fill(words.unsubscribed, { company: companyName })}</p>
      </section>
    );
  }
  return (
    <form method="post" action={`/u/${view.token}`} className="notice">
      <h1>{words.unsubscribeTitle}</h1>
      <p className="text">{fill(words.unsubscribe, { company: companyName })}</p>
      <button type="submit">{words.unsubscribeButton}</button>
    </form>
  );
}
