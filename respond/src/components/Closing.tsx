import type { Words } from '../words.ts';

/** The last words: that the answer has arrived, and what the survey says to the group of the score. */
export function Closing({ words, text }: { readonly words: Words; readonly text: string }) {
  return (
    <section className="closing" data-end="">
      <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m15 25 6 6 12-13" />
      </svg>
      <h1 tabIndex={-1}>{words.closingTitle}</h1>
      {text && <p className="text">{text}</p>}
    </section>
  );
}
