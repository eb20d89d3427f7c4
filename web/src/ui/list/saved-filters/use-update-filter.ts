import { listSavedFilters, updateSavedFilter } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilter } from '@escuta/contract/saved-filters';
import { useTranslation } from 'react-i18next';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

interface FilterUpdate {
  readonly update: (filter: SavedFilter, kept: FilterSearch) => void;
  readonly isPending: boolean;
}

/** Gives a filter the address that the list is at now. */
export function useUpdateFilter(onSettled?: () => void): FilterUpdate {
  const { t } = useTranslation('saved-filters');
  const errorText = useErrorText(formatNumber);
  const { mutate, isPending } = useRouteMutation(updateSavedFilter, {
    invalidates: [listSavedFilters],
    onSuccess: ({ name }) => noticeSuccess(t('updated', { name })),
    onError: (error) => noticeFailure(errorText(error)),
    onSettled: () => onSettled?.(),
  });
  return { update: ({ _id }, search) => mutate({ params: { id: _id }, body: { search } }), isPending };
}
