export { findSurvey } from './queries.ts';
export { countResponses } from './count-responses.ts';
export type { ResponseCount } from './count-responses.ts';
export {
  findDefinition,
  findMeasuring,
  findPublishedSurvey,
  findSurveyVersion,
  surveyStatusOf,
} from './published-surveys.ts';
export type { PublishedSurvey } from './published-surveys.ts';
export { definitionFrom } from './definition-from-template.ts';
