import type { CompanyId, SurveyId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/** The channels over which surveys went out, or are to: those of every send but one that was cancelled before it began. */
export async function findChannelsUsed(
  tx: Transaction,
  { companyId, surveyIds }: { companyId: CompanyId; surveyIds: readonly SurveyId[] },
): Promise<ReadonlyMap<SurveyId, readonly SendChannel[]>> {
  const { rows } = await sql<{ surveyId: SurveyId; channels: SendChannel[] }>`
    SELECT survey_id AS "surveyId", array_agg(DISTINCT channel ORDER BY channel) AS channels
    FROM sends
    WHERE company_id = ${companyId}
      AND survey_id = ANY(${[...surveyIds]}::uuid[])
      AND (status <> 'cancelled' OR released_at IS NOT NULL)
    GROUP BY survey_id
  `.execute(tx);
  return new Map(rows.map(({ surveyId, channels }) => [surveyId, channels]));
}
