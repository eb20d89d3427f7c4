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

/** The lists that are searched for names, e-mails and phones. */
const listsOfPeople: readonly SavedFilterList[] = ['contacts', 'suppressions'];

/** Whether an address may say who somebody is. Whoever sees people without names, or some of them only, must not read it. */
export function maySayWho(list: SavedFilterList, search: FilterSearch): boolean {
  return listsOfPeople.includes(list) && search['search'] !== undefined;
}
