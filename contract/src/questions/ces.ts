import { scoreQuestion } from './question-type.ts';

/** How far people agree that it was easy, from 1 to 7. The title is a statement, so that more is easier. */
export const ces = scoreQuestion('ces');
