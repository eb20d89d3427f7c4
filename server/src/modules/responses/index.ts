export { listComments } from './comments.ts';
export type { CommentRow } from './comments.ts';
export { openLinkDoor } from './link-door.ts';
export { readScoreDays, readSeriesDays } from './score-days.ts';
export type { AnswersFilter, ScoreDay, ScoresFilter, SeriesDay } from './score-days.ts';
