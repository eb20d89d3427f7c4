import { useEffect, useState } from 'react';

let kept: string | undefined;

/** Leaves a sentence for the next page before sign-in, by its key with its namespace: no toast outlives the page that it is shown on. */
export function flash(key: string): void {
  kept = key;
}

/** What the page before has left, for one page. A page that waits for its texts is drawn more than once before it stands. */
export function useFlash(): string | undefined {
  const [key] = useState(() => kept);
  useEffect(() => {
    kept = undefined;
  }, []);
  return key;
}
