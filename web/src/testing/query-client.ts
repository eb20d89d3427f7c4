import type { QueryClient } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';

/**
 * The application's query client, silent from the end of its test on: what a loader was about to ask for, or what failed and is
 * to be tried again, would be asked of the server of the next test.
 */
export function testQueryClient(): QueryClient {
  const client = createQueryClient();
  onTestFinished(async () => {
    client.prefetchQuery = () => Promise.resolve();
    await client.cancelQueries();
  });
  return client;
}
