import { useMediaQuery } from '@mantine/hooks';

/** How much room the window leaves a table beside the open menu: at least 1070 px, at least 980 px, or less. */
export type TableRoom = 'wide' | 'medium' | 'narrow';

const below = (width: number) => `(max-width: ${(width - 0.1) / 16}em)`;

/** For lists of many columns: what a column may take, and whether it is shown unasked. */
export function useTableRoom(): TableRoom {
  const isNarrow = useMediaQuery(below(1280), undefined, { getInitialValueInEffect: false });
  const isMedium = useMediaQuery(below(1366), undefined, { getInitialValueInEffect: false });
  if (isNarrow) return 'narrow';
  return isMedium ? 'medium' : 'wide';
}
