import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to the title of the page: the place to go on from when what had the focus is gone. */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus();
}

/** For what goes away when its own button is used: hands the focus on to the page's title instead of losing it. */
export function useFocusHandOver<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement)) focusPageTitle();
    };
  }, []);
  return box;
}
