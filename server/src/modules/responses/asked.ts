import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { ResponseState } from './response.ts';

/**
 * Somebody is asked to answer: the survey as it was put to them, its status now, and what they answered so far. `name` is the
 * first name that its texts greet them with; empty when nobody knows it, or when they name nobody.
 */
export interface Asked {
  readonly survey: PublishedSurvey;
  readonly response: ResponseState | undefined;
  readonly name: string;
  /** It was answered anonymously already, and nobody knows by what. */
  readonly isAnswered?: boolean;
}
