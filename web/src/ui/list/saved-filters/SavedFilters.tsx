import type { SavedFilterId } from '@escuta/contract/ids';
import type { SavedFilterList } from '@escuta/contract/saved-filters';
import { Button, Menu } from '@mantine/core';
import type { MenuProps } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { asidePart } from '#web/ui/aside-part.tsx';
import type { ListState } from '#web/ui/list/use-list-state.ts';
import classes from './SavedFilters.module.css';

const SavedFilterItems = asidePart(
  () => import('#web/ui/list/saved-filters/SavedFilterItems.tsx'),
  'SavedFilterItems',
  { isAsked: true },
);
const SaveFilterDialog = asidePart(
  () => import('#web/ui/list/saved-filters/SaveFilterDialog.tsx'),
  'SaveFilterDialog',
  { isAsked: true },
);
const ManageFiltersDialog = asidePart(
  () => import('#web/ui/list/saved-filters/ManageFiltersDialog.tsx'),
  'ManageFiltersDialog',
  { isAsked: true },
);

/** The menu is no higher than the window below its button, or above it. */
const intoWindow = {
  padding: 8,
  apply: ({ availableHeight, elements }) =>
    elements.floating.style.setProperty('--room', `${Math.max(availableHeight, 160)}px`),
} satisfies NonNullable<MenuProps['middlewares']>['size'];

interface SavedFiltersProps {
  readonly list: SavedFilterList;
  readonly state: ListState;
}

/** The filters of a list that somebody has saved, and those that others share. They are asked for when the menu is opened. */
export function SavedFilters({ list, state }: SavedFiltersProps) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  // The one that was opened last: once the list is narrowed further its address says no more which that was.
  const [lastId, setLastId] = useState<SavedFilterId>();
  const icon = <IconBookmarks size={16} stroke={1.5} aria-hidden />;
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-start" withinPortal={false} returnFocus middlewares={{ size: intoWindow }}>
        <Menu.Target>
          <Button
            variant="default"
            aria-label={t('savedFilters')}
            {...(isPhone ? { w: 44, px: 0 } : { leftSection: icon })}
          >
            {isPhone ? icon : t('savedFilters')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('savedFilters')} className={classes['filters'] ?? ''}>
          <SavedFilterItems
            list={list}
            state={state}
            lastId={lastId}
            onOpen={setLastId}
            onSave={() => setDialog('save')}
            onManage={() => setDialog('manage')}
          />
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveFilterDialog list={list} kept={state.kept} onSaved={setLastId} onClose={close} />}
      {dialog === 'manage' && <ManageFiltersDialog list={list} kept={state.kept} onClose={close} />}
    </>
  );
}
