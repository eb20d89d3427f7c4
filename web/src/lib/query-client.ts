import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#web/lib/call.ts';

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
