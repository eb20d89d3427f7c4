import type { SavedFilter } from '@escuta/contract/saved-filters';
import { useTranslation } from 'react-i18next';

/** Says whose a filter is, or that one's own is shared; undefined of what somebody keeps for themselves. */
export function useWhose(): (filter: SavedFilter) => string | undefined {
  const { t } = useTranslation('saved-filters');
  return ({ own, shared, owner }) => {
    if (own) return shared ? t('isShared') : undefined;
    return owner === null ? t('byUnknown') : t('by', { name: owner });
  };
}
