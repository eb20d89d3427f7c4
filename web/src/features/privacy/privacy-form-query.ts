import { getPrivacyForm } from '@escuta/contract/privacy-requests';
import { routeQuery } from '#web/lib/route-query.ts';

/** Whose form an address leads to. */
export function privacyFormQuery(slug: string) {
  return routeQuery(getPrivacyForm, { params: { slug } }, { staleTime: Infinity, retry: false });
}
