import type { Channel } from '@escuta/contract/primitives';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { Narrowing, Transaction } from '#platform/db/database.ts';
import { countedResponses } from './response-filter.ts';

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

/** One day: `n` scores, how many gave each of 0 to 10, and how many answers carried a comment. */
export interface ScoreDay {
  readonly day: string;
  readonly n: number;
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly b3: number;
  readonly b4: number;
  readonly b5: number;
  readonly b6: number;
  readonly b7: number;
  readonly b8: number;
  readonly b9: number;
  readonly b10: number;
  readonly comments: number;
}

/**
 * The scores of a metric in a unit per day, summed over surveys and channels, oldest first; days without any answer are left out.
 * Reads counters only: the cost does not depend on how many people answered. Counters know no contacts: of who is narrowed to some
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
  return sql`
    day, sum(n)::int AS n,
      sum(b0)::int AS b0, sum(b1)::int AS b1, sum(b2)::int AS b2, sum(b3)::int AS b3, sum(b4)::int AS b4,
      sum(b5)::int AS b5, sum(b6)::int AS b6, sum(b7)::int AS b7, sum(b8)::int AS b8, sum(b9)::int AS b9,
      sum(b10)::int AS b10, sum(comments)::int AS comments
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
    Array.from(
      { length: 11 },
      (_unused, score) => sql`(count(*) FILTER (WHERE score = ${sql.lit(score)}))::int AS ${sql.ref(`b${score}`)}`,
    ),
  );
  return sql`
    day, count(score)::int AS n, ${gave}, count(comment)::int AS comments
    FROM responses
    WHERE ${countedResponses(filter)}
  `;
}
