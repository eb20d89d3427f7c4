import type { BusinessUnitId } from '@escuta/contract/ids';
import { ContactsSearch } from '#web/features/contacts/contacts-search.ts';
import { storeOfTab } from '#web/lib/browser-store.ts';

const keyOf = (unit: BusinessUnitId) => `contacts_list:${unit}`;

/** Keeps in this tab where the list of contacts of a unit stands, for the ways back to it. */
export function keepList(unit: BusinessUnitId, search: ContactsSearch): void {
  storeOfTab.set(keyOf(unit), JSON.stringify(search));
}

/** Where this tab left the list of contacts of a unit; its beginning, if nobody was there yet. */
export function keptList(unit: BusinessUnitId): ContactsSearch {
  try {
    return ContactsSearch.parse(JSON.parse(storeOfTab.get(keyOf(unit)) ?? '{}'));
  } catch {
    return {};
  }
}
