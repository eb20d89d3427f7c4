import type { SendId, SurveyId } from '@escuta/contract/ids';
import { getQueue, listQueueItems, listQueues, previewAudience } from '@escuta/contract/sends';
import type { Audience, createSend, QueueEntry, SendChannel } from '@escuta/contract/sends';
import type { Input } from '@escuta/contract/route';
import { getSurveyDraft, listSurveys } from '@escuta/contract/surveys';
import { keepPreviousData } from '@tanstack/react-query';
import { chosenRange, monthAround } from '#web/features/sends/day-range.ts';
import {
  isDelivering,
  pollMs,
  queueItemsPollMs,
  queuePollMs,
  queuesPollMs,
} from '#web/features/sends/queue-polling.ts';
import type { DayRange } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** How many surveys a new send offers. */
const surveysMax = 100;

/** The newest send of the unit (BAR-09); asked again only while its delivery is under way and shown. */
export function currentQueueQuery(dismissedId?: SendId) {
  return routeQuery(
    listQueues,
    { query: { limit: 1, page: 1 } },
    {
      refetchInterval: ({ state }) => {
        const newest = state.data?.data[0];
        return isDelivering(newest) && newest?._id !== dismissedId ? pollMs : false;
      },
    },
  );
}

interface QueuesSearch extends Partial<DayRange> {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
  /** Somebody waits for the first row. */
  readonly first?: boolean | undefined;
}

/** The queue that an address asks for; the page before stays on the screen until the next has come. */
export function queuesQuery({ from, to, first: isFirstWatched = false, ...search }: QueuesSearch, today: string) {
  const current = currentQueueQuery().queryKey;
  const chosen = chosenRange({ from, to }, today);
  const page = pageOf(search);
  const isFirstPage = page.page === 1;
  return routeQuery(
    listQueues,
    { query: { ...page, ...(chosen ?? monthAround(today)) } },
    {
      placeholderData: keepPreviousData,
      // Numbers that move: whoever comes back sees them as they are.
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data ? queuesPollMs({ entries: state.data.data, isFirstPage, isFirstWatched }) : false,
      // The bar over the pages learns of a new delivery with the answer that the list already has, where no filter hides it.
      onAnswer: ({ data, total }, { client }) => {
        if (isFirstPage && !search.search && !chosen && data[0])
          client.setQueryData(current, { data: data.slice(0, 1), total });
      },
    },
  );
}

/** One send with its numbers. */
export function queueQuery(id: string) {
  return routeQuery(
    getQueue,
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data ? queuePollMs(state.data) : false) },
  );
}

/** Every item of a send, at most 50,000. The last look comes after the send has finished, so none is left behind. */
export function queueItemsQuery(queue: QueueEntry) {
  return routeQuery(
    listQueueItems,
    { params: { id: queue._id } },
    {
      ...(queuePollMs(queue) === false ? { apartBy: 'finished' } : {}),
      placeholderData: keepPreviousData,
      refetchInterval: queueItemsPollMs(queue),
    },
  );
}

/** The surveys that a send can be of. */
export function surveyChoicesQuery() {
  return routeQuery(listSurveys, { query: { status: 'active', limit: surveysMax } });
}

/** The survey of a send with its texts. */
export function chosenSurveyQuery(surveyId: SurveyId | undefined) {
  return routeQuery(getSurveyDraft, surveyId && { params: { id: surveyId } });
}

interface AudienceQuestion {
  readonly audience: Audience | undefined;
  readonly channel: SendChannel;
  /** Without one, only the quarantine after any survey counts. */
  readonly surveyId?: SurveyId;
  readonly ignoreQuarantine: boolean;
}

/** How many an audience holds and how many would be held back. The numbers before stay until the next have come. */
export function audienceQuery({ audience, ...question }: AudienceQuestion) {
  return routeQuery(previewAudience, audience && { body: { audience, ...question } }, {
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What makes a send. */
export type SendForm = Input<(typeof createSend)['definition']['body']>;
