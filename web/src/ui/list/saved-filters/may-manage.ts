import type { Capability } from '@escuta/contract/access-policy';
import type { SavedFilter } from '@escuta/contract/saved-filters';

/** Whether somebody may do anything to a filter: it is theirs, or they manage the people of the company and may delete it. */
export function mayManage({ own }: SavedFilter, can: (capability: Capability) => boolean): boolean {
  return own || can('users.manage');
}
