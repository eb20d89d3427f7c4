import { CloseButton, FocusTrap, Portal, Title } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import { useDirtyGuard } from '#web/ui/form/dirty-guard.tsx';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import classes from './EditorPanel.module.css';

interface EditorPanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A `RouteForm`. */
  readonly children: ReactNode;
}

/**
 * A panel at the right of the window, beside a list that goes on being used; on a phone over all of it. Its keys and buttons ask
 * before they discard what was typed. It is there as long as it is drawn.
 */
export function EditorPanel({ title, onClose, children }: EditorPanelProps) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  const isDirty = useRef(false);
  const guard = useDirtyGuard(() => isDirty.current);
  const titleId = useId();
  const ask = () => void guard.mayDiscard().then((isGiven) => isGiven && onClose());
  // Asked at once, the question would be open while the window still hands out the Escape that asked, and take it for its own.
  const close = () => void setTimeout(ask);
  const setDirty = (isNow: boolean) => {
    isDirty.current = isNow;
  };
  return (
    <>
      <Portal>
        <FocusTrap active={isPhone && !guard.isAsking}>
          <Opened
            open
            aria-modal={isPhone || undefined}
            aria-labelledby={titleId}
            className={classes['panel']}
            onKeyDown={(event) => isEscapeIn(event) && close()}
          >
            <div className={classes['head']}>
              <Title order={2} id={titleId} tabIndex={-1} data-autofocus>
                {title}
              </Title>
              <CloseButton aria-label={t('dialog.close')} onClick={close} />
            </div>
            <PanelContext value={{ close, setDirty, footClassName: classes['foot'] }}>{children}</PanelContext>
          </Opened>
        </FocusTrap>
      </Portal>
      {guard.dialog}
    </>
  );
}

/** The focus goes to the head of the panel when it comes, and back to what opened it when it goes. */
function Opened({ ref, ...props }: ComponentProps<'dialog'>) {
  const panel = useRef<HTMLDialogElement>(null);
  const attached = useMergedRef(panel, ref);
  useLayoutEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const element = panel.current;
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // Who works in the list by now is left there.
      if (document.querySelector('main')?.contains(document.activeElement)) return;
      if (opener?.isConnected) opener.focus();
      else focusPageTitle();
    };
  }, []);
  return <dialog ref={attached} {...props} />;
}

/** A dialog over the panel is drawn elsewhere, and has its own Escape. */
function isEscapeIn({ key, currentTarget, target, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Escape' && currentTarget.contains(target as Node) && !nativeEvent.isComposing;
}
