import type { SuppressionReason } from '@escuta/contract/consents';
import type { SendChannel } from '@escuta/contract/sends';
import { listSuppressions } from '@escuta/contract/suppressions';
import { keepPreviousData } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** What the address of the list says. */
export interface SuppressionsSearch {
  readonly page?: number | undefined;
  readonly channel?: SendChannel | undefined;
  readonly reason?: SuppressionReason | undefined;
}

/** The suppressions that an address asks for; the page before stays on the screen until the next has come. */
export function suppressionsQuery({ page, channel, reason }: SuppressionsSearch) {
  return routeQuery(
    listSuppressions,
    { query: { ...pageOf({ page, search: undefined }), channel, reason } },
    { placeholderData: keepPreviousData },
  );
}
