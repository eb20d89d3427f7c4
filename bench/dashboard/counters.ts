import type { Channel } from '@escuta/contract/primitives';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import { contributionOf } from '../../server/src/modules/responses/response.ts';
import type { ResponseState } from '../../server/src/modules/responses/response.ts';
import { sumChanges } from '../../server/src/modules/responses/metric-days.ts';
import { execute } from '../kit/database.ts';

type Answer = Pick<ResponseState, 'score' | 'comment' | 'day' | 'isCounted'> & {
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  readonly channel: Channel;
};

/** Throws when the counters of a company are not what the product's own writer counts from the same answers. */
export async function checkCounters(url: string, companyId: CompanyId): Promise<void> {
  const answers = await execute<Answer>(
    url,
    `SELECT business_unit_id AS "businessUnitId", survey_id AS "surveyId", channel, score, comment, day::text AS day,
       excluded_reason IS NULL AND NOT is_test AS "isCounted"
     FROM responses WHERE company_id = $1`,
    [companyId],
  );
  const counted = sumChanges(
    answers.map(({ businessUnitId, surveyId, channel, ...state }) => ({
      businessUnitId,
      surveyId,
      channel,
      questionKey: 'score',
      metric: 'nps' as const,
      before: null,
      after: contributionOf(state as ResponseState),
    })),
  );
  const kept = await execute<Record<string, string | number>>(
    url,
    `SELECT business_unit_id, survey_id, question_key, metric, channel, day::text AS day, n,
       sum::int AS sum, sum_sq::int AS sum_sq, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments
     FROM metric_daily WHERE company_id = $1`,
    [companyId],
  );
  const [ours, theirs] = [kept, counted].map((rows) => rows.map(lineOf).sort());
  if (answers.length === 0 || JSON.stringify(ours) !== JSON.stringify(theirs)) {
    throw new Error(`the seeded counters of ${companyId} differ from the product's`);
  }
}

/** Throws unless a company has so many answers, and its counters as many scores and comments. */
export async function requireAnswers(url: string, companyId: CompanyId, count: number): Promise<void> {
  const [found] = await execute<Record<string, number>>(
    url,
    `SELECT responses, scores, comments, n, with_comment FROM
       (SELECT count(*)::int AS responses, count(score)::int AS scores, count(comment)::int AS comments
        FROM responses WHERE company_id = $1) AS written,
       (SELECT sum(n)::int AS n, sum(comments)::int AS with_comment FROM metric_daily WHERE company_id = $1) AS counted`,
    [companyId],
  );
  const isWhole =
    found?.['responses'] === count && found['scores'] === found['n'] && found['comments'] === found['with_comment'];
  if (!isWhole) throw new Error(`a company of ${count} answers has ${JSON.stringify(found)}`);
}

function lineOf(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([left], [right]) => (left < right ? -1 : 1)));
}
