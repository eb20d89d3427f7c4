import { getResponse, listResponses } from '@escuta/contract/response-list';
import { listSurveys } from '@escuta/contract/surveys';
import { keepPreviousData } from '@tanstack/react-query';
import { filterIn } from '#web/features/responses/response-search.ts';
import type { ResponseSearch } from '#web/features/responses/response-search.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { listPageSize } from '#web/ui/list/list-search.ts';

/** The list is for choosing one: whoever has more surveys than this comes by the link of one. */
const surveysMax = 100;

/** One page of responses; the page before stays on the screen until the next has come. Answers come at any time. `today` is the unit's. */
export function responsesQuery(search: ResponseSearch, today: string) {
  const { sort, page = 1 } = search;
  const query = { ...filterIn(search, today), page, limit: listPageSize, ...(sort ? { sort } : {}) };
  return routeQuery(listResponses, { query }, { staleTime: 0, placeholderData: keepPreviousData });
}

/** One response whole. */
export function responseQuery(id: string) {
  return routeQuery(getResponse, { params: { id } });
}

/** The surveys to choose from. */
export function surveyChoicesQuery() {
  return routeQuery(listSurveys, { query: { limit: surveysMax } }, { staleTime: 60_000 });
}
