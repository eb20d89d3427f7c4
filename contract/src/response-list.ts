import { z } from 'zod';
import { ContactId, ResponseId, SendId, SurveyId } from './ids.ts';
import { exportRoute } from './export-route.ts';
import { byId, channel, instant, language, paged, paging } from './primitives.ts';
import { questionTypes } from './questions/index.ts';
import type { Question } from './questions/index.ts';
import { questionKey } from './questions/question-type.ts';
import { ResponseFilter, responseOrders, responseOrigin } from './response-filter.ts';
import { route } from './route.ts';
import { metric, scoreGroup } from './surveys.ts';

/** Who answered: null for an open link, and once the contact was deleted. Masked for whoever may not identify people. */
const Respondent = z
  .object({
    _id: ContactId,
    name: z.string(),
    email: z.string().nullable(),
    tel: z.string().nullable(),
    /** Nothing is known of them any more. */
    anonymized: z.literal(true).optional(),
  })
  .nullable();

/** What was written is there, and is masked for everybody; absent otherwise. */
export const commentHidden = z.literal(true).optional();

/** A response as a list shows it. `answered_at` is when its score came; its start until there is one. */
export const ListedResponse = z.object({
  _id: ResponseId,
  survey: z.object({ _id: SurveyId, title: z.string() }),
  metric: metric.nullable(),
  score: z.number().int().nullable(),
  score_group: scoreGroup.nullable(),
  /** Null where nothing was written, and where it is masked: `comment_hidden` says which. */
  comment: z.string().nullable(),
  /** There is a comment, and its question is sensitive. */
  comment_hidden: commentHidden,
  status: z.enum(['started', 'partial', 'complete']),
  channel,
  origin: responseOrigin,
  language,
  answered_at: instant,
  /** Nobody ever knew who gave it: no message invited to it, or none that is known. */
  anonymous: z.boolean(),
  customer: Respondent,
});
export type ListedResponse = z.infer<typeof ListedResponse>;

/** A question as it was put to whoever answered, and what they said; null where they said nothing. */
export const AnsweredQuestion = z.object({
  key: z.string(),
  type: z.enum(Object.keys(questionTypes) as [Question['type'], ...Question['type'][]]),
  title: z.string(),
  metric: metric.nullable(),
  number: z.number().nullable(),
  text: z.string().nullable(),
  /** There is a text, and the question is sensitive: it is shown by `revealAnswer` alone. */
  hidden: z.literal(true).optional(),
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

/** One response whole: every question of the version that was answered, in its order. */
export const ResponseDetail = ListedResponse.extend({
  answers: z.array(AnsweredQuestion),
  started_at: instant,
  completed_at: instant.nullable(),
  /** The send whose message was answered. */
  send_id: SendId.nullable(),
});
export type ResponseDetail = z.infer<typeof ResponseDetail>;

export const ResponsesQuery = ResponseFilter.extend({
  ...paging.shape,
  sort: z.enum(responseOrders).default('newest'),
});
export type ResponsesQuery = z.infer<typeof ResponsesQuery>;

/** More responses than this are not counted (decision 30): `totalIsAtLeast` says that there are more. */
export const responsesCountMax = 10_000;

/** How many responses there are; at least so many where they are not counted further. */
export const listTotal = z.object({ total: z.number().int(), totalIsAtLeast: z.literal(true).optional() });
export type ListTotal = z.infer<typeof listTotal>;

export const listResponses = route('GET /responses', {
  summary: 'Responses of the unit that count, page by page',
  permission: 'responses.read',
  query: ResponsesQuery,
  answer: paged(ListedResponse).extend(listTotal.shape),
});

export const getResponse = route('GET /responses/:id', {
  summary: 'One response: its questions and answers in order',
  permission: 'responses.read',
  params: byId(ResponseId),
  answer: ResponseDetail,
});

export const revealAnswer = route('POST /responses/:id/reveals', {
  summary: 'Show one answer to a sensitive question; the audit tells of it',
  permission: 'responses.revealSensitive',
  params: byId(ResponseId),
  body: z.object({ question: questionKey }),
  answer: z.object({ text: z.string().nullable() }),
});

/** No file holds more responses than this: the filter is to leave fewer. */
export const exportedResponsesMax = 100_000;

/**
 * The responses that the list finds by the same filter, newest first. Names and addresses are masked for whoever may not take
 * them away (`contacts.export`).
 */
export const exportResponses = exportRoute('GET /responses/export', {
  summary: 'Responses of the unit that count, as a CSV or XLSX file',
  permission: 'responses.export',
  filter: ResponseFilter,
});
