const rows = 'main tbody tr:not(:has([data-loading])), main ul[data-rows] > li';
const focusable = 'a[href], button:not([aria-disabled=true])';

/** Moves the focus to the row so many further on, from none to the first or the last (KEYS-03). */
export function goToRow(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const to = here === -1 ? (step === 1 ? 0 : all.length - 1) : here + step;
  const row = all[to];
  if (!row) return;
  // Its link, where it has one: it says what the row is, and opens it by itself.
  const link = row.querySelector<HTMLElement>(focusable);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
  row.scrollIntoView({ block: 'nearest' });
}

/** Opens the row that has the focus itself (KEYS-04); a link or a button inside it does so without us. */
export function openRow(event: KeyboardEvent): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches(rows)) return;
  event.preventDefault();
  activeElement.click();
}
