import type { FilterSearch } from '@escuta/contract/saved-filters';
import { useNavigate } from '@tanstack/react-router';
import { pageInAddress } from '#web/ui/list/list-search.ts';
import type { ListSearch } from '#web/ui/list/list-search.ts';

/** Where a list stands, and how it goes elsewhere: all of it is in the address bar. */
export interface ListState {
  readonly page: number;
  readonly words: string;
  readonly sort: string | undefined;
  /** Rows may be missing because of words or filters. */
  readonly isFiltered: boolean;
  readonly goTo: (page: number) => void;
  readonly find: (words: string) => void;
  readonly orderBy: (sort: string | undefined) => void;
  /** Takes back words and filters. */
  readonly clear: () => void;
  /** What of the address a saved filter keeps: words, filters and order. */
  readonly kept: FilterSearch;
  /** Goes to what was kept, at its first page. */
  readonly open: (kept: FilterSearch) => void;
}

interface FilteredListState<S> extends ListState {
  /** Changes filters, and begins at the first page. */
  readonly change: (part: Partial<S>) => void;
}

/**
 * The state of a list from its address: `useListState(route.useSearch(), ['from', 'to'])`, with the names of the filters that
 * `clear` takes back.
 */
export function useListState<S extends ListSearch>(
  search: S,
  filters: readonly (keyof S)[] = [],
): FilteredListState<S> {
  const navigate = useNavigate();
  const go = (part: Record<string, unknown>, replace = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace });
  return {
    page: search.page ?? 1,
    words: search.search ?? '',
    sort: search.sort,
    isFiltered: Boolean(search.search) || filters.some((filter) => search[filter] !== undefined),
    goTo: (page) => go({ page: pageInAddress(page) }),
    find: (words) => go({ search: words || undefined, page: undefined }, true),
    orderBy: (sort) => go({ sort, page: undefined }),
    change: (part) => go({ ...part, page: undefined }),
    kept: Object.fromEntries(
      ['search', 'sort', ...filters].flatMap((part) => {
        const value = search[part as keyof S];
        return isPlain(value) ? [[part, value]] : [];
      }),
    ),
    open: (kept) => void navigate({ to: '.', search: kept as never }),
    clear: () => go(Object.fromEntries(['page', 'search', ...filters].map((part) => [part, undefined]))),
  };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
