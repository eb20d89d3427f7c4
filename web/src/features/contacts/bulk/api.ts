import { cancelBulkAction, listBulkActions, startErasure, startTagging } from '@escuta/contract/bulk-actions';
import type { BulkAction } from '@escuta/contract/bulk-actions';
import { listContacts } from '@escuta/contract/contacts';
import { addToContactList, createContactList, listSegments, removeFromContactList } from '@escuta/contract/segments';
import { watchAction } from '#web/features/contacts/bulk/watched-action.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';

const everyMs = 1_500;

/** The newest actions on contacts of the unit, asked again while one is at work. */
export function bulkActionsQuery(isAsked: boolean) {
  return routeQuery(listBulkActions, isAsked ? {} : undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? everyMs : false),
  });
}

export function useStartTagging() {
  return useRouteMutation(startTagging, { invalidates: [listBulkActions], onSuccess: useWatchBegun() });
}

export function useStartErasure() {
  return useRouteMutation(startErasure, { invalidates: [listBulkActions], onSuccess: useWatchBegun() });
}

/** One of few contacts is over before anybody sees it run. */
function useWatchBegun(): (begun: BulkAction) => void {
  const { business } = useMe();
  return ({ _id }) => watchAction(business._id, _id);
}

/** Who is on a list may be what the list of contacts is narrowed by. */
export function useAddToList() {
  return useRouteMutation(addToContactList, { invalidates: [listSegments, listContacts] });
}

export function useRemoveFromList() {
  return useRouteMutation(removeFromContactList, { invalidates: [listSegments, listContacts] });
}

export function useCreateList() {
  return useRouteMutation(createContactList, { invalidates: [listSegments] });
}

export function useCancelBulkAction() {
  return useRouteMutation(cancelBulkAction, { invalidates: [listBulkActions] });
}
