import { scoreQuestion } from './question-type.ts';

/** How satisfied people are, from 1 to 5. */
export const csat = scoreQuestion('csat');
