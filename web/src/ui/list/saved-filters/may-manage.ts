import type { Capability } from '@escuta/contract/access-policy';
import type { FilterSearch, SavedFilter, SavedFilterList } from '@escuta/contract/saved-filters';

/** Whether somebody may do anything to a filter: it is theirs, or they manage the people of the company and may delete it. */
export function mayManage({ own }: SavedFilter, can: (capability: Capability) => boolean): boolean {
  return own || can('users.manage');
}

const listsOfPeople: readonly SavedFilterList[] = ['contacts', 'suppressions'];

/** Whether a filter holds words that people are searched for: it is shown to those alone who may see names (decision 0067). */
export function namesPeople(list: SavedFilterList, { search }: FilterSearch): boolean {
  return listsOfPeople.includes(list) && search !== undefined;
}
