import { Group, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { useId, useTimeout } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '#web/features/accounts/AskDialog.tsx';
import { OptionList } from '#web/features/accounts/OptionList.tsx';
import { focusedAfter, pickedBy } from '#web/features/accounts/picking.ts';
import { ReasonForm } from '#web/features/accounts/ReasonForm.tsx';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';
import { useAccountsTab, useHomeTab, useSurveysTab } from '#web/features/accounts/use-menu-tabs.tsx';
import type { MenuTabName } from '#web/features/accounts/use-menu-tabs.tsx';

interface PowerMenuProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The power menu (2§2.4): options and their lists under one search box, all of it by keys. */
export function PowerMenu({ opened, onClose }: PowerMenuProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<ChosenAccount>();
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        onExitTransitionEnd={() => setChosen(undefined)}
        title={t('menu.title')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        {chosen ? (
          <ReasonForm account={chosen} onBack={() => setChosen(undefined)} />
        ) : (
          <Menu
            onClose={onClose}
            onChoose={setChosen}
            onAsk={() => {
              onClose();
              setAsking(true);
            }}
          />
        )}
      </Modal>
      <AskDialog opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

interface MenuProps {
  readonly onClose: () => void;
  readonly onChoose: (account: ChosenAccount) => void;
  readonly onAsk: () => void;
}

const focusAfterMs = 500;

function Menu({ onClose, onChoose, onAsk }: MenuProps) {
  const { t } = useTranslation('accounts');
  const [name, setName] = useState<MenuTabName>('home');
  const [search, setSearch] = useState('');
  const [focused, setFocused] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  // Sooner, the dialog is still on its way in (PALETTE-13).
  const { start } = useTimeout(() => field.current?.focus(), focusAfterMs);
  useEffect(start, [start]);
  const go = (tab: MenuTabName) => {
    setName(tab);
    setSearch('');
    setFocused(0);
    field.current?.focus();
  };
  const doing = { search, go, choose: onChoose, ask: onAsk, close: onClose };
  const tabs = {
    home: useHomeTab(doing),
    'business-selector': useAccountsTab(doing),
    'survey-selector': useSurveysTab(doing, name === 'survey-selector'),
  };
  const tab = tabs[name];
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = focusedAfter(event.key, focused, tab.options.length);
      setFocused(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
    } else if (event.key === 'Enter' && !tab.failure) {
      event.preventDefault();
      pickedBy(tab.options, { search, focused })?.pick();
    } else if (event.key === 'Backspace' && search === '' && name !== 'home') go('home');
  };
  return (
    <div data-tab={name} style={{ paddingBlockStart: 4 }}>
      {/* The dialog gives the focus to this first, and the box takes it when everything stands. */}
      <span tabIndex={-1} data-autofocus />
      <TextInput
        ref={field}
        // No list of the browser shows an icon and a hint.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-label={t('menu.search')}
        placeholder={t('menu.search')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(tab.options.length > 0 ? { 'aria-activedescendant': `${listId}-${focused}` } : {})}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setFocused(0);
        }}
        onKeyDown={press}
      />
      <OptionList {...tab} id={listId} label={tab.title ?? t('menu.title')} focused={focused} onFocus={setFocused} />
      <Hints />
    </div>
  );
}

/** Which keys do what (PALETTE-05). */
function Hints() {
  const { t } = useTranslation('accounts');
  return (
    <Group gap="md" mt="md" visibleFrom="sm">
      {(['arrows', 'enter', 'escape'] as const).map((key) => (
        <Text key={key} size="sm" c="dimmed">
          <Kbd>{t(`hint.${key}.key`)}</Kbd> {t(`hint.${key}.text`)}
        </Text>
      ))}
    </Group>
  );
}
