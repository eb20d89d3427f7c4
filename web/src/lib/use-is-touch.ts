import { useMediaQuery } from '@mantine/hooks';

/** Whether people point with a finger, who can tap and not drag. `ui/touch.css` asks the same. */
export function useIsTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
}
