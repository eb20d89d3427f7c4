import type { BusinessUnitId } from '@escuta/contract/ids';
import { storeOfBrowser, storeOfTab } from '#web/lib/browser-store.ts';

/** The key of the specification (STORE-02); the tab keeps its own unit under the same name. */
const key = 'business';
const listeners = new Set<() => void>();

/**
 * The unit that this tab works in, or null before one is known. A new tab takes that of the tab which was used last in this browser
 * (`leadNewTabs`) and then keeps it, whatever other tabs choose.
 */
export function currentUnit(): string | null {
  const kept = storeOfTab.get(key);
  if (kept !== null) return kept;
  const last = storeOfBrowser.get(key);
  if (last !== null) storeOfTab.set(key, last);
  return last;
}

/** Chooses the unit of this tab, which the next new tab begins with. Whatever shows it follows at once. */
export function chooseUnit(id: BusinessUnitId): void {
  storeOfTab.set(key, id);
  storeOfBrowser.set(key, id);
  for (const listener of listeners) listener();
}

/**
 * From now on a tab that is opened after this one was used begins in this one's unit: a link, or a number, that somebody opens in a new
 * tab leads to what it told of here.
 */
export function leadNewTabs(): void {
  const lead = () => {
    const own = storeOfTab.get(key);
    if (own !== null && own !== storeOfBrowser.get(key)) storeOfBrowser.set(key, own);
  };
  // Before a click, or a key, opens anything.
  for (const use of ['focus', 'pointerdown', 'keydown']) window.addEventListener(use, lead, { capture: true });
}

/** Forgets the unit, here and for the next tab. */
export function forgetUnit(): void {
  storeOfTab.remove(key);
  storeOfBrowser.remove(key);
}

/** Tells when this tab goes to another unit. Returns how to stop listening. */
export function onUnitChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
