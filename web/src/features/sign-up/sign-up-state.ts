import type { SignUpUser } from '@escuta/contract/sign-up';
import { storeOfTab } from '#web/lib/browser-store.ts';

/** Where somebody is: the steps of the specification by what they ask for. */
export type SignUpState =
  | { readonly step: 'email'; readonly email: string }
  | { readonly step: 'pin'; readonly email: string; readonly pinId: string }
  | { readonly step: 'person' | 'company' | 'invite'; readonly proven: Proven }
  | { readonly step: 'exists'; readonly email: string };

/** An e-mail that was proven, by what token, and what was typed before. */
export interface Proven {
  readonly email: string;
  readonly token: string;
  readonly user: SignUpUser | null;
}

const key = 'sign_up';

/** Remembers in this tab, for when it is loaded again, that the e-mail was proven. */
export function keepToken(token: string): void {
  storeOfTab.set(key, token);
}

/** The token that this tab has. */
export function keptToken(): string | null {
  return storeOfTab.get(key);
}

export function forgetToken(): void {
  storeOfTab.remove(key);
}
