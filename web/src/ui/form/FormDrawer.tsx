import { Drawer } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import { useDirtyGuard } from '#web/ui/form/dirty-guard.tsx';
import { PanelContext } from '#web/ui/form/form-panel.ts';

interface FormDrawerProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** A `RouteForm`. */
  readonly children: ReactNode;
}

/** What had the focus when the panel opened. */
function useOpener(opened: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (opened && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [opened]);
  return opener;
}

/** A panel beside a list with a form in it. Escape, ✕ and a click beside it ask before they discard what was typed. */
export function FormDrawer({ opened, title, onClose, children }: FormDrawerProps) {
  const { t } = useTranslation('ui');
  const isDirty = useRef(false);
  const guard = useDirtyGuard(() => opened && isDirty.current);
  const ask = () => void guard.mayDiscard().then((isGiven) => isGiven && onClose());
  // Asked at once, the question would be open while the window still hands out the Escape that asked, and take it for its own.
  const close = () => void setTimeout(ask);
  const opener = useOpener(opened);
  const setDirty = (isNow: boolean) => {
    isDirty.current = isNow;
  };
  return (
    <>
      <Drawer
        opened={opened}
        onClose={close}
        // The question over it has the keys.
        closeOnEscape={!guard.isAsking}
        trapFocus={!guard.isAsking}
        // The library forgets who opened the panel when the question takes the focus out of it.
        returnFocus={false}
        onExitTransitionEnd={() => (opener.current?.isConnected ? opener.current.focus() : focusPageTitle())}
        position="right"
        size={350}
        title={title}
        closeButtonProps={{ 'aria-label': t('dialog.close') }}
      >
        <PanelContext value={{ close, setDirty }}>{children}</PanelContext>
      </Drawer>
      {guard.dialog}
    </>
  );
}
