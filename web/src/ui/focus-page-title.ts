import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';

/** Moves the focus to the title of the page: the place to go on from when what had the focus is gone. */
export function focusPageTitle(): void {
  takeFocus(document.querySelector<HTMLElement>('[data-page-title]'));
}

let isAwaited = false;

/**
 * The next title takes the focus when it comes: after a change of page. Only the title itself knows when that is, because
 * a page waits for its code and for its texts.
 */
export function awaitPageTitle(): void {
  isAwaited = true;
}

/** For what draws the title of a page: its ref. */
export function useAwaitedTitle(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAwaited) takeFocus(title.current);
    isAwaited = false;
  }, []);
  return title;
}

/** For the title of what only stands in for a page: hands the focus on to the page's own title when that comes. */
export function usePassingTitle(): RefObject<HTMLHeadingElement | null> {
  const title = useAwaitedTitle();
  useLayoutEffect(() => {
    const element = title.current;
    return () => {
      if (element && element === document.activeElement) awaitPageTitle();
    };
  }, [title]);
  return title;
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

/** A page may come behind the dialog that asks to sign in again, while somebody types there: there the focus stays. */
function takeFocus(title: HTMLElement | null): void {
  if (!isSignInAwaited()) title?.focus();
}
