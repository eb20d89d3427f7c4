import type { SavedFilterId } from '@escuta/contract/ids';
import { listSavedFilters } from '@escuta/contract/saved-filters';
import type { SavedFilter, SavedFilterList } from '@escuta/contract/saved-filters';
import { Menu, Text } from '@mantine/core';
import { IconBookmarkPlus, IconRefresh, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { mayManage } from '#web/ui/list/saved-filters/may-manage.ts';
import { byName, isSameSearch, openFilter } from '#web/ui/list/saved-filters/open-filter.ts';
import { useWhose } from '#web/ui/list/saved-filters/use-whose.ts';
import { useUpdateFilter } from '#web/ui/list/saved-filters/use-update-filter.ts';
import type { ListState } from '#web/ui/list/use-list-state.ts';
import classes from './SavedFilters.module.css';

interface SavedFilterItemsProps {
  readonly list: SavedFilterList;
  readonly state: ListState;
  readonly lastId: SavedFilterId | undefined;
  readonly onOpen: (id: SavedFilterId) => void;
  readonly onSave: () => void;
  readonly onManage: () => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What stands in the menu: the own filters, those that others share, and what can be done with the list as it is shown now. */
export function SavedFilterItems({ list, state, lastId, onOpen, onSave, onManage }: SavedFilterItemsProps) {
  const { t } = useTranslation('saved-filters');
  const { can } = useMe();
  const answer = useQuery(routeQuery(listSavedFilters, { query: { list } }));
  const { update } = useUpdateFilter();
  const filters = (answer.data?.data ?? []).toSorted(byName);
  const { kept } = state;
  const opened = openFilter(filters, kept, lastId);
  const isNarrowed = Object.keys(kept).length > 0;
  const last = filters.find(({ _id, own }) => own && _id === lastId);
  const isChanged = last !== undefined && isNarrowed && !isSameSearch(last.search, kept);
  const itemsOf = (some: readonly SavedFilter[]) =>
    some.map((filter) => (
      <Item
        key={filter._id}
        filter={filter}
        isOpen={filter === opened}
        onOpen={() => {
          onOpen(filter._id);
          state.open(filter.search);
        }}
      />
    ));
  const [own, shared] = [filters.filter((filter) => filter.own), filters.filter((filter) => !filter.own)];
  return (
    <>
      <NothingToOpen answer={answer} />
      {own.length > 0 && <Menu.Label>{t('own')}</Menu.Label>}
      {itemsOf(own)}
      {shared.length > 0 && <Menu.Label>{t('shared')}</Menu.Label>}
      {itemsOf(shared)}
      <div className={classes['acts']}>
        <Menu.Divider />
        {isChanged && (
          <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => update(last, kept)}>
            <span className={classes['name']}>{t(last.shared ? 'updateShared' : 'update', { name: last.name })}</span>
          </Menu.Item>
        )}
        <SaveItem isNarrowed={isNarrowed} onSave={onSave} />
        {filters.some((filter) => mayManage(filter, can)) && (
          <Menu.Item leftSection={<IconSettings {...icon} />} onClick={onManage}>
            {t('manage')}
          </Menu.Item>
        )}
      </div>
    </>
  );
}

/** Also where there is nothing to save, with what to do first: a menu has an item that takes the focus. */
function SaveItem({ isNarrowed, onSave }: { readonly isNarrowed: boolean; readonly onSave: () => void }) {
  const { t } = useTranslation('saved-filters');
  const leftSection = <IconBookmarkPlus {...icon} />;
  if (isNarrowed)
    return (
      <Menu.Item leftSection={leftSection} onClick={onSave}>
        {t('save')}
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={leftSection} aria-disabled closeMenuOnClick={false} c="dimmed">
      {t('save')}
      <Text span size="xs" c="dimmed" display="block">
        {t('saveHow')}
      </Text>
    </Menu.Item>
  );
}

interface ItemProps {
  readonly filter: SavedFilter;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Item({ filter, isOpen, onOpen }: ItemProps) {
  const { _id, name } = filter;
  const whose = useWhose()(filter);
  return (
    <Menu.RadioItem value={_id} checked={isOpen} closeMenuOnClick onChange={onOpen}>
      <Text span inherit lineClamp={2} title={name} className={classes['name'] ?? ''}>
        {name}
      </Text>
      {whose && (
        <Text span size="xs" c="dimmed" display="block" className={classes['name'] ?? ''}>
          {whose}
        </Text>
      )}
    </Menu.RadioItem>
  );
}

/** While they come, where they do not come, and where there are none. */
function NothingToOpen({ answer }: { readonly answer: UseQueryResult<{ data: readonly SavedFilter[] }> }) {
  const { t } = useTranslation(['saved-filters', 'ui']);
  const errorText = useErrorText();
  if (answer.data && answer.data.data.length > 0) return null;
  if (!answer.error || answer.data) return <p className={classes['said']}>{t(answer.data ? 'empty' : 'loading')}</p>;
  // In the item, which whoever opens the menu hears: a menu holds nothing but items.
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => void answer.refetch()}>
      {errorText(answer.error)}
      <Text span inherit display="block" fw={600}>
        {t('ui:error.retry')}
      </Text>
    </Menu.Item>
  );
}
