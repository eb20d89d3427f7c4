import type { AppContext } from '#platform/app-context/app-context.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import type { LinkAccess } from '#platform/http/scope.ts';
import { refuse } from '#platform/http/refusal.ts';
import { readAnswerSource } from './answer-link.ts';

/** Opens the check of links, whose limits count for all routes that ask it together. */
export function openLinkAccess(context: Pick<AppContext, 'config' | 'clock' | 'metrics' | 'secrets'>): LinkAccess {
  const perAddress = openRateLimit(context, 'address');
  const perLink = openRateLimit(context, 'link');
  const perOpenLink = openRateLimit(context, 'open-link');
  return {
    isOurs: (token) => readAnswerSource(context.secrets, token) !== null,
    admit({ ip }, token) {
      perAddress.take(callerAddress(ip));
      const read = readAnswerSource(context.secrets, token);
      if (!read) throw refuse('LINK_NOT_VALID');
      const { companyKey, source } = read;
      // Not the token itself: its last character may be another one and name the same message.
      if (source.origin === 'invitation') perLink.take(`${companyKey}/${source.itemId}`);
      else perOpenLink.take(`${companyKey}/${source.code}`);
    },
  };
}
