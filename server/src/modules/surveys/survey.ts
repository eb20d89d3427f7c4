import { isSensitive, metricAsked, typeOf } from '@escuta/contract/questions/index';
import type { Survey, SurveyDefinition, SurveyMetric } from '@escuta/contract/surveys';

/** What keeps a definition from being kept, beyond its shape. */
export type DefinitionProblem =
  | 'question_key_repeated'
  | 'first_question_cannot_open'
  | 'question_type_repeated'
  | 'metric_changed';

/**
 * The rules between the parts of a definition: answers are kept by question key, so keys are unique; the first
 * question is one that a message can carry; none is asked twice; and a survey measures for ever what it began with, so that
 * no figure ever pools two metrics. Undefined when all is well.
 */
export function problemOf({ questions }: SurveyDefinition, metric: SurveyMetric): DefinitionProblem | undefined {
  if (hasRepetition(questions.map((question) => question.key))) return 'question_key_repeated';
  const [first] = questions;
  if (!first || !typeOf(first).mayOpen) return 'first_question_cannot_open';
  if (hasRepetition(questions.map((question) => question.type))) return 'question_type_repeated';
  if (metricAsked(questions) !== metric) return 'metric_changed';
  return undefined;
}

/** The status of a survey after publishing: a draft begins to work, a pause or an end is not undone by new texts. */
export function statusAfterPublishing(status: Survey['status']): Survey['status'] {
  return status === 'draft' ? 'active' : status;
}

/**
 * The keys of the questions whose answers are masked once a definition is published. What it asks is masked as it says, whenever it
 * was answered; what it asks no more stays masked: nobody has taken that back.
 */
export function sensitiveKeysOf({ questions }: SurveyDefinition, before: readonly string[]): string[] {
  const asked = questions.map(({ key }) => key);
  const sensitive = questions.filter(isSensitive).map(({ key }) => key);
  return [...before.filter((key) => !asked.includes(key)), ...sensitive].toSorted();
}

function hasRepetition(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
