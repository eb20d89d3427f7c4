import { ResponseFilter, responseOrders } from '@escuta/contract/response-filter';
import { z } from 'zod';
import { daysIn, rollingPeriods } from '#web/features/responses/period.ts';
import { listSearch } from '#web/ui/list/list-search.ts';

const { shape } = ResponseFilter;

/** All that the address of the list may say. */
const said = z.object({
  period: z.enum(rollingPeriods).optional().catch(undefined),
  from: shape.from.catch(undefined),
  to: shape.to.catch(undefined),
  surveyId: shape.surveyId.catch(undefined),
  metric: shape.metric.catch(undefined),
  channel: shape.channel.catch(undefined),
  origin: shape.origin.catch(undefined),
  language: shape.language.catch(undefined),
  score: shape.score.catch(undefined),
  group: shape.group.catch(undefined),
  scoreMin: shape.scoreMin.catch(undefined),
  scoreMax: shape.scoreMax.catch(undefined),
  comment: shape.comment.catch(undefined),
  contactCompanyId: shape.contactCompanyId.catch(undefined),
  importId: shape.importId.catch(undefined),
  sort: z.enum(responseOrders).optional().catch(undefined),
  page: listSearch.shape.page,
  // Also one that names no response: the panel says so.
  response: z.string().optional().catch(undefined),
});

/** What the address of the list says: the filter, the order, the page and the response that is open. */
export const ResponseSearch = said.transform(({ group, ...search }) => ({
  ...search,
  // Groups have names in their metric only: one without it would narrow the list by what nothing on the page can say.
  group: search.metric && group,
}));
export type ResponseSearch = z.infer<typeof ResponseSearch>;

/** The filter of an address on `today`, without where one stands in the list. */
export function filterIn(search: ResponseSearch, today: string): ResponseFilter {
  const { sort: _sort, page: _page, response: _response, period: _period, ...filter } = search;
  return { ...filter, ...daysIn(search, today) };
}

/** What of an address narrows the list. */
export const filterFields = ['period', ...ResponseFilter.keyof().options] as const;
