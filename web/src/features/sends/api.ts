import { getImport, listImports } from '@escuta/contract/imports';
import { createSend, getQueue, listQueueItems, listQueues, previewAudience } from '@escuta/contract/sends';
import type { Audience, QueueEntry, SendId } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys } from '@escuta/contract/surveys';
import type { SurveyId } from '@escuta/contract/surveys';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  isDelivering,
  pollMs,
  queueItemsPollMs,
  queuePollMs,
  queuesPollMs,
} from '#web/features/sends/queue-polling.ts';
import { call } from '#web/lib/call.ts';
import type { DayRange } from '#web/lib/format.ts';

export const queuesPageSize = 20;
/** How many surveys and imports a choice offers. */
const choicesMax = 100;

/** The newest send of the unit (BAR-09); asked again only while its delivery is under way and shown. */
export function currentQueueQuery(dismissedId?: SendId) {
  return queryOptions({
    queryKey: ['queues', 'current'],
    queryFn: ({ signal }) => call(listQueues, { query: { limit: 1, page: 1 }, signal }),
    refetchInterval: ({ state }) => {
      const newest = state.data?.data[0];
      return isDelivering(newest) && newest?._id !== dismissedId ? pollMs : false;
    },
  });
}

interface QueuesQuestion extends DayRange {
  readonly page: number;
  readonly search: string;
  readonly isFirstWatched: boolean;
  /** The first row is the newest send of the unit: no filter hides a newer one. */
  readonly holdsNewest: boolean;
}

/** One page of the queue; the page before stays on the screen until the next has come. */
export function queuesQuery({ isFirstWatched, holdsNewest, ...question }: QueuesQuestion) {
  return queryOptions({
    queryKey: ['queues', 'list', question],
    queryFn: async ({ signal, client }) => {
      const answer = await call(listQueues, { query: { limit: queuesPageSize, ...question }, signal });
      // The bar over the pages learns of a new delivery with the answer that the list already has.
      if (holdsNewest && answer.data[0])
        client.setQueryData(currentQueueQuery().queryKey, { data: answer.data.slice(0, 1), total: answer.total });
      return answer;
    },
    placeholderData: keepPreviousData,
    // Numbers that move: whoever comes back sees them as they are.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? queuesPollMs({ entries: state.data.data, isFirstPage: question.page === 1, isFirstWatched }) : false,
  });
}

/** One send with its numbers. */
export function queueQuery(id: string) {
  return queryOptions({
    queryKey: ['queues', 'one', id],
    queryFn: ({ signal }) => call(getQueue, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? queuePollMs(state.data) : false),
  });
}

/** Every item of a send, at most 50,000. The last look comes after the send has finished, so none is left behind. */
export function queueItemsQuery(queue: QueueEntry) {
  return queryOptions({
    queryKey: ['queues', 'items', queue._id, queuePollMs(queue) === false],
    queryFn: ({ signal }) => call(listQueueItems, { params: { id: queue._id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: queueItemsPollMs(queue),
  });
}

/** The surveys of the unit that can be sent. */
export const sendableSurveysQuery = queryOptions({
  queryKey: ['surveys', 'sendable'],
  queryFn: ({ signal }) => call(listSurveys, { query: { status: 'active', limit: choicesMax }, signal }),
});

/** A survey with the message that carries it. */
export function surveyToSendQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['surveys', 'draft', id, 'to-send'],
    queryFn: ({ signal }) => call(getSurveyDraft, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}

/** The latest imports of the unit. */
export const recentImportsQuery = queryOptions({
  queryKey: ['imports', 'recent'],
  queryFn: ({ signal }) => call(listImports, { query: { limit: choicesMax }, signal }),
});

/** One import, when the address names one. */
export function importQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => call(getImport, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}

interface AudienceQuestion {
  readonly audience: Audience | undefined;
  /** Without one, only the quarantine after any survey counts. */
  readonly surveyId?: SurveyId;
  readonly ignoreQuarantine: boolean;
}

/** How many an audience holds and how many would be held back. The numbers before stay until the next have come. */
export function audienceQuery({ audience, ...question }: AudienceQuestion) {
  return queryOptions({
    queryKey: ['audience', audience, question],
    queryFn: ({ signal }) =>
      call(previewAudience, { body: { audience: audience ?? { kind: 'all' }, channel: 'email', ...question }, signal }),
    enabled: audience !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export interface SendForm {
  readonly surveyId: SurveyId;
  readonly audience: Audience;
  readonly channel: 'email';
  readonly ignoreQuarantine: boolean;
}

/** Sends. The same key never sends twice, however often it is asked. */
export function useCreateSend() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ form, idempotencyKey }: { form: SendForm; idempotencyKey: string }) =>
      call(createSend, { body: form, idempotencyKey }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['queues'] }),
  });
}
