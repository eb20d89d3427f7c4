import { within } from '@testing-library/react';

/** The options of an opened choice: those of others stay in the page. None where nothing is found. */
export function optionsOf(choice: HTMLElement): HTMLElement[] {
  const list = document.getElementById(choice.getAttribute('aria-controls') ?? '');
  return list ? within(list).queryAllByRole('option', { hidden: true }) : [];
}
