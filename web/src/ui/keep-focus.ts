import { focusPageTitle } from '#web/ui/focus-page-title.ts';

/** What covers the page for a while, and takes the focus with it when it goes. */
const over = '[role="dialog"], [role="menu"], [role="listbox"]';
const modal = '[role="dialog"][aria-modal="true"]';

const goesOn = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Whether something of a part has taken the focus: what is not drawn, as the field of a file behind its button, does not. */
function focusFirstOf(part: Element): boolean {
  return [...part.querySelectorAll<HTMLElement>(goesOn)].some((each) => {
    each.focus();
    return document.activeElement === each;
  });
}

/**
 * Gives the focus back to what had it before a dialog, when that goes and leaves it nowhere: the library does so only for a
 * dialog that was there before it opened, and not for one that an entry of a menu opened. A dialog under it gets the focus
 * where it had it, and keeps it where that goes: the row of what was deleted, for one. Returns how to stop.
 */
export function keepFocus(): () => void {
  let before: HTMLElement | undefined;
  let part: Element | null = null;
  /** The dialogs that have had the focus, the last one last, each with what had it there. */
  const dialogs = new Map<Element, HTMLElement>();
  const backToPage = () => {
    if (document.querySelector(modal)) return;
    before?.focus({ preventScroll: true });
    if (before && document.activeElement === before) return;
    // What opened the dialog may have gone, or be switched off, with what was done in it: its part of the page goes on.
    if (!part?.isConnected || !focusFirstOf(part)) focusPageTitle();
  };
  const watch = new MutationObserver(() => {
    const gone = [...dialogs.keys()].filter((dialog) => !dialog.isConnected);
    for (const dialog of gone) dialogs.delete(dialog);
    const [under, focused] = [...dialogs].at(-1) ?? [];
    if (!under) watch.disconnect();
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost) return;
    if (!under) return backToPage();
    if (gone.length === 0 && focused?.isConnected) return;
    focused?.focus({ preventScroll: true });
    if (document.activeElement !== focused) focusFirstOf(under);
  });
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const cover = target.closest(over);
    if (!cover) {
      before = target;
      part = target.closest('section');
    }
    if (cover?.getAttribute('role') !== 'dialog') return;
    dialogs.delete(cover);
    dialogs.set(cover, target);
    watch.observe(document.body, { childList: true, subtree: true });
  };
  document.addEventListener('focusin', follow);
  return () => {
    document.removeEventListener('focusin', follow);
    watch.disconnect();
  };
}
