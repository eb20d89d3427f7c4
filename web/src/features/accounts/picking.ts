/** How the power menu moves and picks (2§5): pure, so that its rules are plain. */

/**
 * What Enter picks: the only match of a search, otherwise what is focused; undefined where there is nothing.
 */
export function pickedBy<Option>(
  matches: readonly Option[],
  { search, focused }: { search: string; focused: number },
): Option | undefined {
  if (search.trim() !== '' && matches.length === 1) return matches[0];
  return matches[focused];
}

/** Which item is focused after an arrow key: around the end, to the other one. */
export function focusedAfter(key: 'ArrowDown' | 'ArrowUp', focused: number, count: number): number {
  if (count === 0) return 0;
  return (focused + (key === 'ArrowDown' ? 1 : -1) + count) % count;
}

/** The words of a search and of what it looks in, without case and accents. */
export function plain(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();
}
