import type { ResponseId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { AnswerStep } from '@escuta/contract/responses';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { InvitedItem, ItemKey } from '#modules/sends/index.ts';
import type { ResponseOrigin } from './response-rows.ts';
import type { ResponseState } from './response.ts';

/** Where an answer comes from: the message that invited somebody, or the open link of a survey, by its code. */
export type AnswerSource =
  | ({ readonly origin: 'invitation' } & ItemKey)
  | { readonly origin: 'link'; readonly code: string };

/** One step of an answer, its source, and when it reached us. */
export interface SentStep {
  readonly source: AnswerSource;
  readonly step: AnswerStep;
  readonly at: Date;
}

/** A step from sources of one origin. */
export type StepBy<Origin extends AnswerSource['origin']> = SentStep & {
  readonly source: Extract<AnswerSource, { origin: Origin }>;
};

/** Picks the steps from sources of one origin. */
export function cameBy<Origin extends AnswerSource['origin']>(origin: Origin) {
  return (sent: SentStep): sent is StepBy<Origin> => sent.source.origin === origin;
}

/** What the respondent's page is told. */
export interface RecordedStep {
  readonly responseId: ResponseId;
  readonly seq: number;
  readonly complete: boolean;
  readonly language: Language;
}

/** One response in work: where it comes from, what was stored, and what the steps made of it. */
export interface Answering {
  readonly origin: ResponseOrigin;
  /** The message that invited; null for an open link. */
  readonly item: InvitedItem | null;
  /** What the survey asked when it was put to the person, and its status now. */
  readonly definition: SurveyDefinition;
  readonly surveyStatus: string;
  readonly timezone: string;
  readonly before: ResponseState | undefined;
  /** Of `before`, as it was read. */
  readonly version: string | undefined;
  state: ResponseState | undefined;
}

/** What the steps of a batch touch, read once. Nothing is held: whoever writes says the versions that it read. */
export interface AnsweringBatch {
  /** By `responseKey` of a step. */
  readonly answering: ReadonlyMap<string, Answering>;
  /** By the id of a response in use: the key of what it answers. */
  readonly taken: ReadonlyMap<string, string>;
}

/** What a step belongs to: one message has one response, an open link as many as people who come. */
export function responseKey({ source, step }: Pick<SentStep, 'source' | 'step'>): string {
  return source.origin === 'invitation' ? source.itemId : `${source.code}/${step.responseId}`;
}
