/**
 * The same elements in an order in which neighbours stand apart: first each `step`-th, then those behind them, and so on.
 * Rows that lie on one page of the database are then changed by different transactions. Each change finds room on the
 * page, because the database has cleared what the ones before left (a HOT update, which touches no index); all at once
 * they would have to move.
 */
export function spreadOut<Element>(elements: readonly Element[], step: number): Element[] {
  const spread: Element[] = [];
  for (let first = 0; first < step; first += 1)
    for (let at = first; at < elements.length; at += step) spread.push(elements[at] as Element);
  return spread;
}
