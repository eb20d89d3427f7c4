import { useMediaQuery } from '@mantine/hooks';
import { phoneBreakpoint } from '#web/lib/use-is-phone.ts';

/** How much room the window leaves a table beside the open menu: at least 1070 px, at least 980 px, or less. */
export type TableRoom = 'wide' | 'medium' | 'narrow';

// On a phone rows are cards, which have room for all.
const below = (width: number) => `(min-width: ${phoneBreakpoint / 16}em) and (max-width: ${(width - 0.1) / 16}em)`;

/** For lists of many columns: what a column may take, and whether it is shown unasked. */
export function useTableRoom(): TableRoom {
  const isNarrow = useMediaQuery(below(1280), undefined, { getInitialValueInEffect: false });
  const isMedium = useMediaQuery(below(1366), undefined, { getInitialValueInEffect: false });
  if (isNarrow) return 'narrow';
  return isMedium ? 'medium' : 'wide';
}
