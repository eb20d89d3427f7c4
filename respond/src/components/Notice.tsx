import type { NoticeView } from '../page-model.ts';
import type { Words } from '../words.ts';

const sentences = {
  link_not_valid: ['linkNotValidTitle', 'linkNotValid'],
  stop_link_over: ['stopLinkOverTitle', 'stopLinkOver'],
  closed: ['closedTitle', 'closed'],
  paused: ['pausedTitle', 'paused'],
  answered: ['answeredTitle', 'answeredAnonymously'],
  not_kept: ['notKeptTitle', 'notKept'],
  unavailable: ['unavailableTitle', 'unavailable'],
} as const satisfies Record<NoticeView['notice'], readonly [keyof Words, keyof Words]>;

/** Says kindly why there is nothing to answer, or offers to send again what could not be kept. */
export function Notice({ words, view }: { readonly words: Words; readonly view: NoticeView }) {
  const [title, text] = sentences[view.notice];
  return (
    <section className="notice">
      <h1>{words[title]}</h1>
      <p className="text">{words[text]}</p>
      {view.retry && (
        <form method="post" action={view.retry.action}>
          {view.retry.fields.map(([name, value], place) => (
            <input key={`${name}-${place}`} type="hidden" name={name} value={value} />
          ))}
          <button type="submit">{words.retry}</button>
        </form>
      )}
    </section>
  );
}
