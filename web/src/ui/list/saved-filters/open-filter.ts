import type { FilterSearch, SavedFilter } from '@escuta/contract/saved-filters';
import { currentLanguage } from '#web/lib/language.ts';

/** Orders filters by their names as people do: accents and capitals last, numbers by what they count. */
export function byName(one: SavedFilter, other: SavedFilter): number {
  return one.name.localeCompare(other.name, currentLanguage(), { numeric: true });
}

/** Whether two addresses are one, in whatever order they say their parts. */
export function isSameSearch(one: FilterSearch, other: FilterSearch): boolean {
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([part, value]) => other[part] === value);
}

/** The filter whose address the list is at: the last that was opened, where several are the same. */
export function openFilter(
  filters: readonly SavedFilter[],
  kept: FilterSearch,
  lastId: SavedFilter['_id'] | undefined,
): SavedFilter | undefined {
  const same = filters.filter(({ search }) => isSameSearch(search, kept));
  return same.find(({ _id }) => _id === lastId) ?? same[0];
}
