import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';

/** What keeps a definition from being kept, beyond its shape. */
export type DefinitionProblem = 'question_key_repeated' | 'score_question_not_first' | 'question_type_repeated';

/**
 * The rules between the parts of a definition: answers are kept by question key, so keys are unique; an NPS survey asks
 * its score first, once, and at most one why-question. Undefined when all is well.
 */
export function problemOf({ questions }: SurveyDefinition): DefinitionProblem | undefined {
  if (hasRepetition(questions.map((question) => question.key))) return 'question_key_repeated';
  if (questions[0]?.type !== 'nps') return 'score_question_not_first';
  if (hasRepetition(questions.map((question) => question.type))) return 'question_type_repeated';
  return undefined;
}

/** The status of a survey after publishing: a draft begins to work, a pause or an end is not undone by new texts. */
export function statusAfterPublishing(status: Survey['status']): Survey['status'] {
  return status === 'draft' ? 'active' : status;
}

function hasRepetition(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
