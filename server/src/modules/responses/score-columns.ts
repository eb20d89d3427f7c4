import { countedScores } from '@escuta/contract/metrics';
import type { CountedScore } from '@escuta/contract/metrics';

/** The column of the counters of the days that counts a score. */
export function scoreColumn<Score extends CountedScore>(score: Score): `b${Score}` {
  return `b${score}`;
}

export type ScoreColumn = `b${CountedScore}`;

/** One for each score, from 0 up. */
export const scoreColumns: readonly ScoreColumn[] = countedScores.map(scoreColumn);
