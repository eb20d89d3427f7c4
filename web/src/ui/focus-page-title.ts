import { useRouter } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';

/** Moves the focus to the title of the page: the place to go on from when what had the focus is gone. */
export function focusPageTitle(): void {
  takeFocus(document.querySelector<HTMLElement>('[data-page-title]'));
}

/** Who waits for a title: after `left`, which was shown when the change of page began, or after whatever is shown. */
let awaited: { readonly left?: string | undefined } | undefined;

/**
 * The next title takes the focus when it comes: after a change of page. Only the title itself knows when that is, because
 * a page waits for its code and for its texts.
 */
export function awaitPageTitle(): void {
  awaited = {};
}

/**
 * Lets the title of each page that follows another take the focus: a page that the browser has just loaded begins at its
 * top. Returns how to stop.
 */
export function awaitTitlesOf(router: AnyRouter): () => void {
  const stop = router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    // Without a page before, somebody who has pressed something goes on before the first page is there.
    const isFollowing = fromLocation || document.activeElement !== document.body;
    if (isFollowing && pathChanged) awaited = { left: shownMatch(router) };
  });
  return () => {
    stop();
    awaited = undefined;
  };
}

/** For what draws the title of a page: its ref. */
export function useAwaitedTitle(): RefObject<HTMLHeadingElement | null> {
  const router = useRouter({ warn: false }) as AnyRouter | undefined;
  const title = useRef<HTMLHeadingElement>(null);
  // A layout effect, because a page that stood behind the next one's loading state comes back without being mounted anew.
  useLayoutEffect(() => {
    // The page that is being left may get its title while the next one is on its way.
    if (!awaited || (awaited.left !== undefined && awaited.left === shownMatch(router))) return;
    awaited = undefined;
    takeFocus(title.current);
  }, [router]);
  return title;
}

/** What the router shows, as long as nothing else has come. */
function shownMatch(router: AnyRouter | undefined): string | undefined {
  return router?.state.matches.at(-1)?.id;
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
