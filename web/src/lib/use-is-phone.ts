import { useMediaQuery } from '@mantine/hooks';

/** From this width on the menu stands beside the page and a table has all its columns, in pixels. */
export const phoneBreakpoint = 768;
/** Every width below it, as the layout asks for it. */
const phoneQuery = `(max-width: ${(phoneBreakpoint - 0.1) / 16}em)`;

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
}
