import { readAnswerToken } from '#modules/sends/index.ts';
import type { House } from '#platform/house/house.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { refuse } from '#platform/http/refusal.ts';

/** What stands before everything that an answer link opens. Asks no database. */
export interface LinkDoor {
  /** Whether we made a link, by its signature alone. */
  isOurs(token: string): boolean;
  /** Refuses TOO_MANY_REQUESTS, for the caller's address or for the link, and LINK_NOT_VALID for one that is not ours. */
  admit(caller: { readonly ip: string }, token: string): void;
}

/** Opens the door, whose limits count for all ways through it together. */
export function openLinkDoor(house: Pick<House, 'config' | 'clock' | 'metrics' | 'secrets'>): LinkDoor {
  const perAddress = openRateLimit(house, 'address');
  const perLink = openRateLimit(house, 'link');
  return {
    isOurs: (token) => readAnswerToken(house.secrets, token) !== null,
    admit({ ip }, token) {
      perAddress.take(callerAddress(ip));
      const target = readAnswerToken(house.secrets, token);
      if (!target) throw refuse('LINK_NOT_VALID');
      // Not the token itself: its last character may be another one and name the same message.
      perLink.take(`${target.companyKey}/${target.itemId}`);
    },
  };
}
