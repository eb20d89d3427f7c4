import { filterSearchBytesMax } from '@escuta/contract/saved-filters';
import type { FilterSearch } from '@escuta/contract/saved-filters';

/** Whether two names are one: capitals make no difference. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether an address is more than is kept. */
export function isTooLong(search: FilterSearch): boolean {
  return Buffer.byteLength(JSON.stringify(search)) > filterSearchBytesMax;
}
