export { listComments } from './comments.ts';
export type { CommentRow } from './comments.ts';
export { readScoreDays, readSeriesDays } from './score-days.ts';
export type { AnswersFilter, ScoreDay, SeriesDay } from './score-days.ts';
