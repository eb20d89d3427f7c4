import type { User } from '@escuta/contract/access';
import { storeOfBrowser, storeOfTab } from '#web/lib/browser-store.ts';
import { chooseUnit, currentUnit, forgetUnit } from '#web/lib/unit.ts';

/** The keys of local storage are those of the specification (STORE-01..04); that of the unit is in `unit.ts`. */
const keys = {
  token: 'access_token',
  companyId: 'empresaId',
  companyName: 'empresa_nome',
  /** Where somebody of ours belongs who is inside the account of a customer. */
  homeCompanyId: 'empresa_home',
  userName: 'user_nome',
  userId: 'user_id',
  userEmail: 'user_email',
  wizard: 'empresa_wizard',
  language: 'lang',
} as const;

type Key = keyof typeof keys;

/** Reads what this browser remembers, or null. */
export function remembered(key: Key): string | null {
  return storeOfBrowser.get(keys[key]);
}

/** Remembers a value in this browser. */
export function remember(key: Key, value: string): void {
  storeOfBrowser.set(keys[key], value);
}

/** Forgets a value. */
export function forget(key: Key): void {
  storeOfBrowser.remove(keys[key]);
}

/** Remembers who signed in, and with what token. What was kept of somebody else is gone. */
export function rememberSession(user: User, token: string): void {
  if (remembered('userId') !== user._id) forgetSession();
  remember('companyId', user._empresa._id);
  remember('companyName', user._empresa.nome);
  remember('wizard', String(user._empresa.wizard));
  remember('userName', user.nome);
  remember('userId', user._id);
  remember('userEmail', user.email);
  // Every call names its unit (CALL-03): the one of before if it is still theirs, else the first, as the server has it.
  const unit = currentUnit();
  const kept = user._businesses.find((id) => id === unit) ?? user._businesses[0];
  if (kept) chooseUnit(kept);
  // Last: other tabs act on it and read the rest.
  remember('token', token);
}

/** Forgets the session. The language stays: it belongs to the browser. */
export function forgetSession(): void {
  for (const key of Object.keys(keys) as Key[]) {
    if (key !== 'language') forget(key);
  }
  forgetUnit();
  // What this tab kept of unfinished work belongs to whoever did it.
  storeOfTab.clear();
}

/** Whether somebody of ours is inside the account of a customer, as far as this browser knows. */
export function isAwayFromHome(): boolean {
  const home = remembered('homeCompanyId');
  return home !== null && home !== remembered('companyId');
}

/** Goes back to the own company when the account that was entered is over; false where somebody is at home already. */
export function comeHome(): boolean {
  const home = remembered('homeCompanyId');
  if (home === null || !isAwayFromHome()) return false;
  remember('companyId', home);
  return true;
}

/** Says whether this browser believes that somebody is signed in, in a company. */
export function hasSession(): boolean {
  return remembered('token') !== null && remembered('companyId') !== null;
}
