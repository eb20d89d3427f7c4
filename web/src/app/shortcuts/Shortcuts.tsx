import { Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goToRow, openRow } from '#web/app/shortcuts/list-rows.ts';
import { leaderMs } from '#web/app/shortcuts/shortcut-keys.ts';
import { ShortcutList } from '#web/app/shortcuts/ShortcutList.tsx';
import { useGoTo } from '#web/app/shortcuts/use-go-to.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useMe } from '#web/lib/me.ts';
import { now } from '#web/lib/time.ts';
import { noticeWarning } from '#web/ui/notices.tsx';

/** The keys of every page (KEYS-01 to -06), for whoever has not turned them off. A page's own keys come first (decision 44). */
export function Shortcuts() {
  const { t } = useTranslation(['help', 'shell', 'ui']);
  const { user } = useMe();
  const targets = useGoTo();
  const router = useRouter();
  const [isListed, setListed] = useState(false);
  const leaderAt = useRef(0);
  const go = useEffectEvent(async (letter: string) => {
    const target = targets.find(({ key }) => key === letter);
    if (!target) return;
    if (!target.isEnabled) noticeWarning(t('shell:menu.disabled'));
    else if (await mayLeave()) router.history.push(`/${target.screen}`);
  });

  useEffect(() => {
    if (user.shortcuts_off) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (!isForThePage(event)) return;
      const { key } = event;
      const isLed = now().getTime() - leaderAt.current < leaderMs;
      leaderAt.current = key === 'g' && !isLed ? now().getTime() : 0;
      if (isLed) void go(key);
      else if (key === '/') focusSearch(event);
      else if (key === '?') setListed(true);
      else if (key === 'j' || key === 'k') goToRow(key === 'j' ? 1 : -1);
      else if (key === 'Enter') openRow(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [user.shortcuts_off]);

  return (
    <Modal
      opened={isListed}
      onClose={() => setListed(false)}
      title={t('help:tabs.shortcuts')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <ShortcutList />
    </Modal>
  );
}

const typing =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=combobox], [role=textbox]';
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Not what is typed into a field or meant for a dialog, nor a key of the browser's, nor one that a page has taken. */
function isForThePage({ defaultPrevented, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return false;
  if (target instanceof Element && target.closest(typing)) return false;
  return ![...document.querySelectorAll(layers)].some(isShown);
}

/** Lists and menus stay in the page while they are closed. */
function isShown(element: Element): boolean {
  return element.checkVisibility();
}

/** The search box of the page that is shown, if it has one. */
function focusSearch(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
