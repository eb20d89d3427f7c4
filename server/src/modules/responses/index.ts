export { listComments } from './comments.ts';
export type { CommentRow } from './comments.ts';
export { readScoreDays } from './score-days.ts';
export type { AnswersFilter, ScoreDay } from './score-days.ts';
