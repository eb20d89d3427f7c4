import type { AppContext } from '#platform/app-context/app-context.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import type { LinkAccess } from '#platform/http/scope.ts';
import { refuse } from '#platform/http/refusal.ts';
import { readAnswerSource } from './answer-link.ts';
import { eachLinkedOrigin, linkedOriginOf } from './origins/origins.ts';

/** Opens the check of links, whose limits count for all routes that ask it together. */
export function openLinkAccess(context: Pick<AppContext, 'config' | 'clock' | 'metrics' | 'secrets'>): LinkAccess {
  const perAddress = openRateLimit(context, 'address');
  const perLink = new Map(eachLinkedOrigin.map((origin) => [origin.name, openRateLimit(context, origin.links.limit)]));
  return {
    isOurs: (token) => readAnswerSource(context.secrets, token) !== null,
    admit({ ip }, token) {
      perAddress.take(callerAddress(ip));
      const read = readAnswerSource(context.secrets, token);
      if (!read) throw refuse('LINK_NOT_VALID');
      const { companyKey, source } = read;
      perLink.get(source.origin)?.take(`${companyKey}/${linkedOriginOf(source).links.limitKey(source)}`);
    },
  };
}
