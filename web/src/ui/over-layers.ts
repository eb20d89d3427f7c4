import type { FocusEvent, KeyboardEvent } from 'react';

/*
 * The library lets every open dialog hear Escape. A dialog that may come over another keeps the key to itself, so that one
 * press closes the top layer only (KEYS-05). A list or a menu inside a dialog does so by itself.
 */

/** Of a dialog over others: Escape closes no layer under it. The library asks this of whatever has the focus. */
export const keepsEscape = {
  onFocusCapture: ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true'),
};

/** Of a dialog over others that Escape closes, it alone. */
export function closesAlone(onClose: () => void) {
  return {
    ...keepsEscape,
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => {
      if (key === 'Escape' && !nativeEvent.isComposing) onClose();
    },
  };
}
