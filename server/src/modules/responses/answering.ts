import type { ResponseId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import type { AnswerStep } from '@escuta/contract/responses';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { InvitedItem } from '#modules/sends/index.ts';
import type { ResponseOrigin } from './response-rows.ts';
import type { ResponseState } from './response.ts';

/** What an answer came from. Each origin says what else it takes to find it. */
export interface Source<Name extends ResponseOriginName = ResponseOriginName> {
  readonly origin: Name;
}

/** One step of an answer, its source, and when it reached us. */
export interface StepFrom<From extends Source> {
  readonly source: From;
  readonly step: AnswerStep;
  readonly at: Date;
}

/** What steps belong to, apart from what those of every other origin do. */
export type ResponseKey<Name extends ResponseOriginName = ResponseOriginName> = `${Name}/${string}`;

/** What the respondent's page is told. */
export interface RecordedStep {
  readonly responseId: ResponseId;
  readonly seq: number;
  readonly complete: boolean;
  readonly language: Language;
  /** Its page alone knows it again. */
  readonly isAnonymous: boolean;
}

/** One response in work: where it comes from, what was stored, and what the steps made of it. */
export interface Answering<Name extends ResponseOriginName = ResponseOriginName> {
  readonly origin: ResponseOrigin<Name>;
  /** The message that invited; null where none did. */
  readonly item: InvitedItem | null;
  /** What the survey asked when it was put to the person, and its status now. */
  readonly definition: SurveyDefinition;
  readonly surveyStatus: string;
  readonly timezone: string;
  /** Whether it sets off nothing: it was given long ago. */
  readonly isHistory: boolean;
  /** Nothing of it may lead back to the message that invited. */
  readonly isAnonymous?: boolean;
  /** The message was answered anonymously, and not by this response. */
  readonly isTaken?: boolean;
  readonly before: ResponseState | undefined;
  /** Of `before`, as it was read. */
  readonly version: string | undefined;
  state: ResponseState | undefined;
}

/** What the steps of a batch touch, read once. Nothing is held: whoever writes says the versions that it read. */
export interface AnsweringBatch<Name extends ResponseOriginName = ResponseOriginName> {
  readonly answering: ReadonlyMap<ResponseKey<Name>, Answering<Name>>;
  /** By the id of a response in use: the key of what it answers; null where that is not of this origin. */
  readonly taken: ReadonlyMap<string, ResponseKey<Name> | null>;
}
