import type { Metric } from '../metrics.ts';
import { scoreQuestionOf } from '../questions/index.ts';
import type { SurveyDefinition } from '../surveys.ts';

/** The same survey asking for the score of another metric, for tests. */
export function asking(definition: SurveyDefinition, metric: Metric): SurveyDefinition {
  const scored = scoreQuestionOf(definition.questions);
  return {
    ...definition,
    questions: definition.questions.map((each) => (each === scored ? { ...scored, type: metric } : each)),
  };
}

/** The same survey without its question for a score, for tests. */
export function askingNoScore(definition: SurveyDefinition): SurveyDefinition {
  const scored = scoreQuestionOf(definition.questions);
  return { ...definition, questions: definition.questions.filter((each) => each !== scored) };
}
