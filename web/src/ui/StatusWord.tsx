import classes from './StatusWord.module.css';

export type StatusTone = 'open' | 'busy' | 'good' | 'held' | 'bad' | 'off';

/** Where something stands, in a word with a dot: the dot's form and colour follow the tone, the word says it. */
export function StatusWord({ tone, word }: { tone: StatusTone; word: string }) {
  return (
    <span className={classes['status']} data-tone={tone}>
      {word}
    </span>
  );
}
