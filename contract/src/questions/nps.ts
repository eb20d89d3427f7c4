import { scoreQuestion } from './question-type.ts';

/** How likely people are to recommend, from 0 to 10. */
export const nps = scoreQuestion('nps');
