import { getDashboard, listComments } from '@escuta/contract/analytics';
import type { DashboardFilter } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { listQueues } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';

/** A new answer is on the screen within two seconds; the read is a sum of counters per day. */
const pollMs = 1_500;
/** A server in trouble is asked less often. */
const pollAfterErrorMs = 15_000;
const commentsPollMs = 30_000;
const commentsShown = 8;
/** The list is for choosing one: whoever has more surveys than this filters by the link of one. */
const surveysMax = 100;

const commentsKey = ['dashboard', 'comments'] as const;

/**
 * The numbers of the unit. Asked again and again while the tab is visible, and at once when it comes back; the numbers
 * before stay until the next have come.
 */
export function dashboardQuery(filter: DashboardFilter) {
  return queryOptions({
    queryKey: ['dashboard', 'numbers', filter],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<{ comments: number }>(queryKey);
      const next = await call(getDashboard, { query: filter, signal });
      // One more comment was counted, so the list of them is old. It is not polled as fast on its own.
      if (before && before.comments !== next.comments) void client.invalidateQueries({ queryKey: commentsKey });
      return next;
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) => (query.state.status === 'error' ? pollAfterErrorMs : pollMs),
    placeholderData: keepPreviousData,
  });
}

/** The last comments of the period, newest first. For who holds `comments.read`. */
export function commentsQuery(filter: DashboardFilter) {
  return queryOptions({
    queryKey: [...commentsKey, filter],
    queryFn: ({ signal }) => call(listComments, { query: { ...filter, limit: commentsShown }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: commentsPollMs,
    placeholderData: keepPreviousData,
  });
}

/** The surveys to choose from. For who holds `surveys.read`. */
export const surveyChoicesQuery = queryOptions({
  queryKey: ['dashboard', 'surveys'],
  queryFn: ({ signal }) => call(listSurveys, { query: { limit: surveysMax }, signal }),
  staleTime: 60_000,
});

/** Which of the first steps a unit has taken. For who may take them. */
export const firstStepsQuery = queryOptions({
  queryKey: ['dashboard', 'first-steps'],
  queryFn: async ({ signal }) => {
    const one = { query: { limit: 1 }, signal };
    const [surveys, contacts, sends] = await Promise.all([
      call(listSurveys, one),
      call(listContacts, one),
      call(listQueues, one),
    ]);
    return { surveys: surveys.total > 0, contacts: contacts.total > 0, sends: sends.total > 0 };
  },
  staleTime: 0,
});
