import { filterSearchBytesMax } from '@escuta/contract/saved-filters';
import type { FilterSearch, SavedFilterList } from '@escuta/contract/saved-filters';

/** Whether two names are one: capitals make no difference. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether an address is more than is kept. */
export function isTooLong(search: FilterSearch): boolean {
  return Buffer.byteLength(JSON.stringify(search)) > filterSearchBytesMax;
}

/**
 * Whether an address may say who somebody is: the words that contacts are searched for are names, e-mails and phones. Whoever
 * sees contacts without these, or some of them only, must not read them here.
 */
export function maySayWho(list: SavedFilterList, search: FilterSearch): boolean {
  return list === 'contacts' && search['search'] !== undefined;
}
