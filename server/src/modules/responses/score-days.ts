import type { Channel } from '@escuta/contract/primitives';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import { countedScores } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { Narrowing, Transaction } from '#platform/db/database.ts';
import { countedResponses } from './response-filter.ts';
import { scoreColumn, scoreColumns } from './score-columns.ts';
import type { ScoreColumn } from './score-columns.ts';

/** Which answers: those given on the days `from` to `to` (both included, in the unit's zone), and what narrows them. */
export interface AnswersFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly from: string;
  readonly to: string;
  readonly surveyId?: SurveyId | undefined;
  readonly channel?: Channel | undefined;
  readonly metric?: Metric | undefined;
  /** Those of the contacts that the reader is narrowed to; null for all. */
  readonly narrowing: Narrowing | null;
}

/** Scores are those of one metric: those of two never stand in one sum. */
export type ScoresFilter = AnswersFilter & { readonly metric: Metric };

/** One day: `n` scores, how many gave each, and how many answers carried a comment. */
export interface ScoreDay extends Readonly<Record<ScoreColumn, number>> {
  readonly day: string;
  readonly n: number;
  readonly comments: number;
}

/**
 * The scores of a metric in a unit per day, summed over surveys and channels, oldest first; days without any answer are left out.
 * Reads counters only: the cost does not depend on how many people answered. Counters know no contacts: of whoever is narrowed to some
 * the answers themselves are counted.
 */
export async function readScoreDays(tx: Transaction, filter: ScoresFilter): Promise<ScoreDay[]> {
  const { rows } = await sql<ScoreDay>`SELECT ${sumsOf(filter)} GROUP BY day ORDER BY day`.execute(tx);
  return rows;
}

/** One day of one survey and channel. */
export interface SeriesDay extends ScoreDay {
  readonly surveyId: SurveyId;
  readonly channel: Channel;
}

/** Like `readScoreDays`, each survey and channel by itself. */
export async function readSeriesDays(tx: Transaction, filter: ScoresFilter): Promise<SeriesDay[]> {
  const { rows } = await sql<SeriesDay>`
    SELECT survey_id AS "surveyId", channel, ${sumsOf(filter)} GROUP BY survey_id, channel, day ORDER BY day
  `.execute(tx);
  return rows;
}

function sumsOf(filter: ScoresFilter) {
  if (filter.narrowing) return countsOf(filter);
  const gave = sql.join(scoreColumns.map((column) => sql`sum(${sql.ref(column)})::int AS ${sql.ref(column)}`));
  return sql`
    day, sum(n)::int AS n, ${gave}, sum(comments)::int AS comments
    FROM metric_daily
    WHERE company_id = ${filter.companyId}
      AND business_unit_id = ${filter.businessUnitId}
      AND metric = ${filter.metric}
      AND day BETWEEN ${filter.from} AND ${filter.to}
      ${filter.surveyId === undefined ? sql`` : sql`AND survey_id = ${filter.surveyId}`}
      ${filter.channel === undefined ? sql`` : sql`AND channel = ${filter.channel}`}
  `;
}

/** What the counters say, of the responses themselves. */
function countsOf(filter: ScoresFilter) {
  const gave = sql.join(
    countedScores.map(
      (score) => sql`(count(*) FILTER (WHERE score = ${sql.lit(score)}))::int AS ${sql.ref(scoreColumn(score))}`,
    ),
  );
  return sql`
    day, count(score)::int AS n, ${gave}, count(comment)::int AS comments
    FROM responses
    WHERE ${countedResponses(filter)}
  `;
}
