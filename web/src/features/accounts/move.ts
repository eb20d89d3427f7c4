import type { CompanyId } from '@escuta/contract/ids';
import { storeOfTab } from '#web/lib/browser-store.ts';
import { remember } from '#web/lib/session.ts';
import { forgetUnit } from '#web/lib/unit.ts';

interface Place {
  readonly _id: CompanyId;
  readonly nome: string;
}

/** Goes over to another company: everything of this one is forgotten, and the page begins anew (SWITCH-09, SWITCH-10). */
export function moveTo({ _id, nome }: Place): void {
  forgetUnit();
  storeOfTab.clear();
  remember('companyName', nome);
  // Last: other tabs act on it.
  remember('companyId', _id);
  window.location.assign('/');
}

/** Enters the account of a customer, and keeps where home is for the day that it ends. */
export function moveInto(place: Place, home: Place): void {
  remember('homeCompanyId', home._id);
  moveTo(place);
}

/** Follows another tab that has gone to another company: what this one shows belongs to the company before. */
export function followOtherTabs(companyId: CompanyId): () => void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key !== 'empresaId' || newValue === null || newValue === companyId) return;
    storeOfTab.clear();
    window.location.assign('/');
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}
