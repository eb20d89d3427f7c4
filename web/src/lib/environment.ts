import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { getEnvironment } from '#web/lib/plain-routes.ts';

/** What this installation is, and where its help is found: the same for everybody, until the page is loaded again. */
export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: ({ signal }) => call(getEnvironment, { signal, isAct: false }),
  staleTime: Infinity,
});
