import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#web/lib/call.ts';
import { now } from '#web/lib/time.ts';

/** What a route's loader asked for on the way to a page still holds when the page comes. */
const onTheWayMs = 5_000;

/**
 * Server data lives here. A refusal is an answer and is not asked again; a server out of reach is, twice. Without a
 * network everything fails in words at once: what waits in silence for the line to come back looks broken.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnMount: ({ state }) => state.isInvalidated || now().getTime() - state.dataUpdatedAt > onTheWayMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
