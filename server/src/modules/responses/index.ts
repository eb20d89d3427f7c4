export { forgetRespondent, lockResponsesOf } from './forget-respondent.ts';
export { openLinkAccess } from './link-access.ts';
export { countResponseRows, listResponseRows } from './list-responses.ts';
export type { ResponseRow } from './list-responses.ts';
export { countScores } from './count-scores.ts';
export { countResponsesOfUnits } from './count-responses.ts';
export { presentListedResponse } from './present-response.ts';
export { readScoreDays, readSeriesDays } from './score-days.ts';
export type { AnswersFilter, ScoreDay, ScoresFilter, SeriesDay } from './score-days.ts';
