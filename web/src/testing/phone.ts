/** The window of a phone, for the rest of a test: what asks whether it is narrow is told so. */
export function showOnPhone(): void {
  const ask = window.matchMedia;
  window.matchMedia = (query) => ({ ...ask(query), matches: query.startsWith('(max-width: 47.9') });
}
