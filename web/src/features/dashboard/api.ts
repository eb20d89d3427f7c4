import { getDashboard, listComments } from '@escuta/contract/analytics';
import type { DashboardFilter } from '@escuta/contract/analytics';
import { listSurveys } from '@escuta/contract/surveys';
import { keepPreviousData } from '@tanstack/react-query';
import { periodOf } from '#web/features/dashboard/period.ts';
import { defaultPreset } from '#web/features/dashboard/presets.ts';
import type { Preset } from '#web/features/dashboard/presets.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** A new answer is on the screen within two seconds; the read is a sum of counters per day. */
const pollMs = 1_500;
/** A server in trouble is asked less often. */
const pollAfterErrorMs = 15_000;
const commentsPollMs = 30_000;
const commentsShown = 8;
/** The list is for choosing one: whoever has more surveys than this filters by the link of one. */
const surveysMax = 100;

interface DashboardSearch extends Partial<DashboardFilter> {
  readonly period?: Preset | undefined;
}

/** The filter that an address asks for on `today`. */
export function filterOf({ period = defaultPreset, surveyId, metric, ...days }: DashboardSearch, today: string) {
  return { ...periodOf(period, today, days), ...(surveyId ? { surveyId } : {}), ...(metric ? { metric } : {}) };
}

/**
 * The numbers of the unit. Asked again and again while the tab is visible, and at once when it comes back; the numbers
 * before stay until the next have come.
 */
export function dashboardQuery(filter: DashboardFilter) {
  const comments = commentsQuery(filter).queryKey;
  return routeQuery(
    getDashboard,
    { query: filter },
    {
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: (query) => (query.state.status === 'error' ? pollAfterErrorMs : pollMs),
      placeholderData: keepPreviousData,
      onAnswer: (next, { client, queryKey }) => {
        const before = client.getQueryData<typeof next>(queryKey);
        // One more comment was counted, so the list of them is old. It is not polled as fast on its own.
        if (before && before.comments !== next.comments) void client.invalidateQueries({ queryKey: comments });
      },
    },
  );
}

/** The surveys that the page can be narrowed to; asked for only by whoever may read them. */
export function surveyChoicesQuery(isAsked: boolean) {
  return routeQuery(listSurveys, isAsked ? { query: { limit: surveysMax } } : undefined, { staleTime: 60_000 });
}

/** The last comments of the period, newest first. For who holds `comments.read`. */
export function commentsQuery(filter: DashboardFilter) {
  return routeQuery(
    listComments,
    { query: { ...filter, limit: commentsShown } },
    {
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: commentsPollMs,
      placeholderData: keepPreviousData,
    },
  );
}
