let kept: string | undefined;

/** Leaves a sentence for the next page before sign-in, by its key with its namespace: no toast outlives the page that it is shown on. */
export function flash(key: string): void {
  kept = key;
}

/** What the page before has left, once. */
export function takeFlash(): string | undefined {
  const key = kept;
  kept = undefined;
  return key;
}
