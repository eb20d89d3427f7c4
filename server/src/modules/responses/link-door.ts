import { readAnswerToken } from '#modules/sends/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import type { LinkDoor } from '#platform/http/scope.ts';
import { refuse } from '#platform/http/refusal.ts';

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
