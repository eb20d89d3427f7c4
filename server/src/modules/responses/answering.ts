import type { Language } from '@escuta/contract/primitives';
import type { AnswerStep } from '@escuta/contract/responses';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { InvitedItem } from '#modules/sends/index.ts';
import type { ResponseState } from './response.ts';

/** One step that somebody sent to the link of a message, and when it reached us. */
export interface SentStep {
  readonly itemsMonth: string;
  readonly itemId: string;
  readonly step: AnswerStep;
  readonly at: Date;
}

/** What the respondent's page is told. */
export interface RecordedStep {
  readonly responseId: string;
  readonly seq: number;
  readonly complete: boolean;
  readonly language: Language;
}

/** One invitation in work: what was stored, and what the steps made of it. */
export interface Answering {
  readonly item: InvitedItem;
  /** What the survey asked when the message went out, and its status now. */
  readonly definition: SurveyDefinition;
  readonly surveyStatus: string;
  readonly timezone: string;
  readonly before: ResponseState | undefined;
  state: ResponseState | undefined;
}
