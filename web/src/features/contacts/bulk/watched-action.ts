import type { BulkActionId, BusinessUnitId } from '@escuta/contract/ids';
import { storeOfTab } from '#web/lib/browser-store.ts';

const keyOf = (unit: BusinessUnitId) => `bulk_action:${unit}`;

/** Keeps in this tab, also when it is loaded again, which action of a unit it is to tell the end of. Only the last one is kept. */
export function watchAction(unit: BusinessUnitId, id: BulkActionId): void {
  storeOfTab.set(keyOf(unit), id);
}

/** Whether this tab is to tell the end of an action. */
export function isWatched(unit: BusinessUnitId, id: BulkActionId): boolean {
  return storeOfTab.get(keyOf(unit)) === id;
}

/** Forgets the action of a unit whose end was told. */
export function unwatchAction(unit: BusinessUnitId): void {
  storeOfTab.remove(keyOf(unit));
}
