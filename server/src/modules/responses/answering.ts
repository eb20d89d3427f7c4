import type { ResponseId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { AnswerStep } from '@escuta/contract/responses';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { InvitedItem, ItemKey } from '#modules/sends/index.ts';
import type { ResponseOrigin } from './response-rows.ts';
import type { ResponseState } from './response.ts';

/** By which way in somebody answers: the message that invited them, or the code of a survey's open link. */
export type WayIn = ({ readonly origin: 'invitation' } & ItemKey) | { readonly origin: 'link'; readonly code: string };

/** One step that somebody sent by a way in, and when it reached us. */
export interface SentStep {
  readonly way: WayIn;
  readonly step: AnswerStep;
  readonly at: Date;
}

/** A step that came by one way in. */
export type StepBy<Origin extends WayIn['origin']> = SentStep & { readonly way: Extract<WayIn, { origin: Origin }> };

/** Picks the steps that came by one way in. */
export function cameBy<Origin extends WayIn['origin']>(origin: Origin) {
  return (sent: SentStep): sent is StepBy<Origin> => sent.way.origin === origin;
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
export function responseKey({ way, step }: Pick<SentStep, 'way' | 'step'>): string {
  return way.origin === 'invitation' ? way.itemId : `${way.code}/${step.responseId}`;
}
