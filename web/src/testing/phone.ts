/** The window of a phone, for the rest of a test: what asks whether it is narrow is told so. */
export function showOnPhone(): void {
  answerMedia('(max-width: 47.9');
}

/** A screen that is touched, for the rest of a test. */
export function showOnTouch(): void {
  answerMedia('(pointer: coarse)');
}

/** A window on a desk, so many pixels wide, for the rest of a test. */
export function showInWindow(width: number): void {
  const ask = window.matchMedia;
  window.matchMedia = (query) => {
    const below = /^\(min-width: 48em\) and \(max-width: ([\d.]+)em\)$/.exec(query)?.[1];
    return { ...ask(query), matches: below === undefined ? ask(query).matches : width <= Number(below) * 16 };
  };
}

function answerMedia(beginning: string): void {
  const ask = window.matchMedia;
  window.matchMedia = (query) => ({ ...ask(query), matches: query.startsWith(beginning) || ask(query).matches });
}
