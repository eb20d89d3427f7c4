import type { UserId } from '@escuta/contract/ids';
import type { SavedFilter } from '@escuta/contract/saved-filters';
import type { SavedFilterRow } from './queries.ts';

/** A filter as the wire shows it to somebody, with the names of owners by their ids. */
export function presentSavedFilter(
  { id, list, user_id: userId, name, shared, search }: SavedFilterRow,
  to: { readonly userId: UserId; readonly names: ReadonlyMap<string, string> },
): SavedFilter {
  return { _id: id, list, name, shared, search, own: userId === to.userId, owner: to.names.get(userId) ?? null };
}
