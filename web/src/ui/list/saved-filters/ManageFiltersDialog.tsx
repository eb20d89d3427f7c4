import { deleteSavedFilter, listSavedFilters, maySayWho, updateSavedFilter } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilter, SavedFilterList } from '@escuta/contract/saved-filters';
import { ActionIcon, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { FilterDialog } from '#web/ui/list/saved-filters/FilterDialog.tsx';
import { mayManage } from '#web/ui/list/saved-filters/may-manage.ts';
import { byName, isSameSearch } from '#web/ui/list/saved-filters/open-filter.ts';
import { useWhose } from '#web/ui/list/saved-filters/use-whose.ts';
import { useUpdateFilter } from '#web/ui/list/saved-filters/use-update-filter.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import classes from './SavedFilters.module.css';

interface ManageFiltersDialogProps {
  readonly list: SavedFilterList;
  readonly kept: FilterSearch;
  readonly onClose: () => void;
}

interface Asked {
  readonly filter: SavedFilter;
  readonly about: 'edit' | 'update' | 'delete';
}

/** The filters that somebody may change or delete, also those that are not open. */
export function ManageFiltersDialog({ list, kept, onClose }: ManageFiltersDialogProps) {
  const { t } = useTranslation(['saved-filters', 'ui']);
  const { can } = useMe();
  const answer = useQuery(routeQuery(listSavedFilters, { query: { list } }));
  const [asked, setAsked] = useState<Asked>();
  const back = () => setAsked(undefined);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('manageTitle')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        <Loaded answer={answer}>
          {({ data }) => (
            <Filters
              filters={data.filter((each) => mayManage(each, can)).toSorted(byName)}
              kept={kept}
              onAsk={setAsked}
            />
          )}
        </Loaded>
      </Modal>
      {asked?.about === 'edit' && <EditDialog filter={asked.filter} onClose={back} />}
      {asked?.about === 'update' && <UpdateDialog filter={asked.filter} kept={kept} onClose={back} />}
      {asked?.about === 'delete' && <DeleteDialog filter={asked.filter} onClose={back} />}
    </>
  );
}

interface FiltersProps {
  readonly filters: readonly SavedFilter[];
  readonly kept: FilterSearch;
  readonly onAsk: (asked: Asked) => void;
}

function Filters({ filters, kept, onAsk }: FiltersProps) {
  const { t } = useTranslation('saved-filters');
  if (filters.length === 0) return <Text c="dimmed">{t('empty')}</Text>;
  const isNarrowed = Object.keys(kept).length > 0;
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {filters.map((filter) => (
        <Group key={filter._id} component="li" gap="xs" wrap="nowrap" align="flex-start">
          <Said filter={filter} />
          {filter.own && isNarrowed && !isSameSearch(filter.search, kept) && (
            <Act
              label={t('updateHow', { name: filter.name })}
              icon={IconRefresh}
              onClick={() => onAsk({ filter, about: 'update' })}
            />
          )}
          {filter.own && (
            <Act
              label={t('edit', { name: filter.name })}
              icon={IconPencil}
              onClick={() => onAsk({ filter, about: 'edit' })}
            />
          )}
          <Act
            label={t('remove', { name: filter.name })}
            icon={IconTrash}
            onClick={() => onAsk({ filter, about: 'delete' })}
          />
        </Group>
      ))}
    </Stack>
  );
}

function Said({ filter }: { readonly filter: SavedFilter }) {
  const { t } = useTranslation('saved-filters');
  const whose = useWhose();
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Text className={classes['name'] ?? ''}>{filter.name}</Text>
      <Text size="sm" c="dimmed" className={classes['name'] ?? ''}>
        {whose(filter) ?? t('isPrivate')}
      </Text>
    </div>
  );
}

function Act({ label, icon: Drawing, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Drawing size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}

interface FilterActProps {
  readonly filter: SavedFilter;
  readonly onClose: () => void;
}

function EditDialog({ filter, onClose }: FilterActProps) {
  const { t } = useTranslation('saved-filters');
  const update = useRouteMutation(updateSavedFilter, { invalidates: [listSavedFilters] });
  return (
    <FilterDialog
      title={t('form.editTitle')}
      filter={filter}
      saysWho={maySayWho(filter.list, filter.search)}
      onSubmit={async (named) => {
        const { name } = await update.mutateAsync({ params: { id: filter._id }, body: named });
        noticeSuccess(t('saved', { name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** What the filter kept is gone then: it is one press beside the pencil, and others may work by it. */
function UpdateDialog({ filter, kept, onClose }: FilterActProps & { readonly kept: FilterSearch }) {
  const { t } = useTranslation('saved-filters');
  const { update, isPending } = useUpdateFilter(onClose);
  const { name, shared } = filter;
  return (
    <ConfirmDialog
      opened
      title={t('replace.title')}
      text={t(shared ? 'replace.textShared' : 'replace.text', { name })}
      confirmLabel={t('replace.action')}
      isBusy={isPending}
      onConfirm={() => update(filter, kept)}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ filter: { _id, name, shared }, onClose }: FilterActProps) {
  const { t } = useTranslation('saved-filters');
  const errorText = useErrorText();
  const remove = useRouteMutation(deleteSavedFilter, {
    invalidates: [listSavedFilters],
    onSuccess: () => noticeSuccess(t('delete.done', { name })),
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('delete.title')}
      text={t(shared ? 'delete.textShared' : 'delete.text', { name })}
      confirmLabel={t('delete.action')}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: _id } })}
      onClose={onClose}
    />
  );
}
