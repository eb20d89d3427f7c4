import { readAnswerToken } from '#modules/sends/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
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
export function openLinkDoor(context: Pick<AppContext, 'config' | 'clock' | 'metrics' | 'secrets'>): LinkDoor {
  const perAddress = openRateLimit(context, 'address');
  const perLink = openRateLimit(context, 'link');
  return {
    isOurs: (token) => readAnswerToken(context.secrets, token) !== null,
    admit({ ip }, token) {
      perAddress.take(callerAddress(ip));
      const target = readAnswerToken(context.secrets, token);
      if (!target) throw refuse('LINK_NOT_VALID');
      // Not the token itself: its last character may be another one and name the same message.
      perLink.take(`${target.companyKey}/${target.itemId}`);
    },
  };
}
