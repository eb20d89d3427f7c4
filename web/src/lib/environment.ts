import { getEnvironment } from '@escuta/contract/environment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';

/** What this installation is, and where its help is found: the same for everybody, until the page is loaded again. */
export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: ({ signal }) => call(getEnvironment, { signal }),
  staleTime: Infinity,
});
