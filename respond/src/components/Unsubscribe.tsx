import type { UnsubscribeView } from '../page-model.ts';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';

interface Props {
  readonly words: Words;
  readonly view: UnsubscribeView;
  readonly companyName: string;
}

/** Asks once before the messages stop: a mail scanner that opens the link must not decide. Whoever erred may go back. */
export function Unsubscribe({ words, view, companyName }: Props) {
  const { title, text, button } = {
    asked: { title: words.unsubscribeTitle, text: words.unsubscribe, button: words.unsubscribeButton },
    done: { title: words.unsubscribedTitle, text: words.unsubscribed, button: words.resubscribeButton },
    back: { title: words.resubscribedTitle, text: words.resubscribed, button: null },
  }[view.state];
  return (
    <form method="post" action={`/u/${view.token}`} className="notice">
      <h1>{title}</h1>
      <p className="text">{fill(text, { company: companyName })}</p>
      {view.state === 'done' && (
        <>
          <input type="hidden" name="back" value="1" />
          <p className="help">{words.resubscribe}</p>
        </>
      )}
      {button && (
        <button type="submit" className={view.state === 'done' ? 'plain' : undefined}>
          {button}
        </button>
      )}
    </form>
  );
}
