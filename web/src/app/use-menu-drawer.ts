import { useWindowEvent } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useIsPhone } from '#web/lib/use-is-phone.ts';

interface MenuDrawer {
  /** What is in the menu has to be there: on a phone from when it is first opened, since the page is drawn sooner without. */
  readonly isDrawn: boolean;
  /** The menu is off the screen: nothing in it may take the focus. */
  readonly isHidden: boolean;
  /** The menu covers the page, which waits behind it. */
  readonly isOpened: boolean;
  readonly burger: RefObject<HTMLButtonElement | null>;
  readonly toggle: () => void;
}

/** The menu on phones: opened by its button, closed by it, by Escape and by going to another page. */
export function useMenuDrawer(): MenuDrawer {
  const isPhone = useIsPhone();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const burger = useRef<HTMLButtonElement>(null);
  const [openedOn, setOpenedOn] = useState<string>();
  const [wasOpened, setWasOpened] = useState(false);
  // Closed together with the change of the address: the title of the next page takes the focus when it comes, and behind
  // an open menu it could not. Forgotten at once, so that going back before that page has come does not open it again.
  if (openedOn !== undefined && openedOn !== pathname) setOpenedOn(undefined);
  const isOpened = isPhone && openedOn === pathname;
  const close = () => {
    setOpenedOn(undefined);
    burger.current?.focus();
  };
  // Asked before the dialogs take the key: one that was opened from the menu stands over it, and goes first.
  const listen = ({ key }: KeyboardEvent) => {
    if (isOpened && key === 'Escape' && !document.querySelector('[role=dialog][aria-modal=true]')) close();
  };
  useWindowEvent('keydown', listen, { capture: true });
  const open = () => {
    setOpenedOn(pathname);
    setWasOpened(true);
  };
  return {
    isDrawn: !isPhone || wasOpened,
    isHidden: isPhone && !isOpened,
    isOpened,
    burger,
    toggle: isOpened ? close : open,
  };
}
