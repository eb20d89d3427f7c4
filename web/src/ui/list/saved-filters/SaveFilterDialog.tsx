import type { SavedFilterId } from '@escuta/contract/ids';
import { createSavedFilter, listSavedFilters, maySayWho } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilterList } from '@escuta/contract/saved-filters';
import { useTranslation } from 'react-i18next';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { FilterDialog } from '#web/ui/list/saved-filters/FilterDialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface SaveFilterDialogProps {
  readonly list: SavedFilterList;
  readonly kept: FilterSearch;
  readonly onSaved: (id: SavedFilterId) => void;
  readonly onClose: () => void;
}

/** Saves what a list is narrowed and ordered by, under a name. */
export function SaveFilterDialog({ list, kept, onSaved, onClose }: SaveFilterDialogProps) {
  const { t } = useTranslation('saved-filters');
  const create = useRouteMutation(createSavedFilter, { invalidates: [listSavedFilters] });
  return (
    <FilterDialog
      title={t('form.saveTitle')}
      saysWho={maySayWho(list, kept)}
      onSubmit={async (named) => {
        const { _id, name } = await create.mutateAsync({ body: { list, search: kept, ...named } });
        onSaved(_id);
        noticeSuccess(t('saved', { name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
