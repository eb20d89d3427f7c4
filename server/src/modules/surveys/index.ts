export { findSurvey } from './queries.ts';
export { countResponses, discountResponses } from './count-responses.ts';
export type { ResponseCount } from './count-responses.ts';
export {
  findDefinitions,
  findMeasuring,
  findMetrics,
  findPublishedSurvey,
  findSurveyVersion,
  findVersionHeads,
} from './published-surveys.ts';
export type { PublishedSurvey, VersionHead } from './published-surveys.ts';
export { listPublishedFacts } from './published-facts.ts';
export type { PublishedFacts } from './published-facts.ts';
export { definitionFrom } from './definition-from-template.ts';
export { makeLinkSlug, readLinkSlug } from './link-slug.ts';
export type { LinkTarget } from './link-slug.ts';
export { findLinkedSurveys } from './open-links.ts';
export type { LinkedSurvey } from './open-links.ts';
export { countSurveysOf, transferSurveys } from './survey-owners.ts';
