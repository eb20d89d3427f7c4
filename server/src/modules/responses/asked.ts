import type { FieldValues } from '@escuta/contract/field-variables';
import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { ResponseState } from './response.ts';

/**
 * Somebody is asked to answer: the survey as it was put to them, its status now, and what they answered so far. `person`
 * is what its texts say of them: the first name, empty when nobody knows it or when they name nobody, and custom fields.
 */
export interface Asked {
  readonly survey: PublishedSurvey;
  readonly response: ResponseState | undefined;
  readonly person: { readonly name: string; readonly fields: FieldValues };
  /** It was answered anonymously already, and nobody knows by what. */
  readonly isAnswered?: boolean;
}

/** Somebody of whom texts say nothing. */
export const nobodyNamed: Asked['person'] = { name: '', fields: new Map() };
