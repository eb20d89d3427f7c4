import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { timezoneOf } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';

/** A survey that may be answered by its open link, as a respondent finds it now. */
export interface LinkedSurvey {
  readonly code: string;
  readonly surveyId: SurveyId;
  readonly businessUnitId: BusinessUnitId;
  /** The version that new respondents are asked. */
  readonly versionId: SurveyVersionId;
  /** The survey's status; `closed` too where only the link is. */
  readonly status: string;
  /** The time zone of the survey's unit. */
  readonly timezone: string;
}

/** The surveys behind codes of open links; codes that no link has are left out. */
export async function findLinkedSurveys(
  tx: Transaction,
  { companyId, codes }: { companyId: CompanyId; codes: readonly string[] },
): Promise<LinkedSurvey[]> {
  const { rows } = await sql<LinkedSurvey>`
    SELECT link.code, survey.id AS "surveyId", survey.business_unit_id AS "businessUnitId",
      survey.current_version_id AS "versionId", CASE WHEN link.is_open THEN survey.status ELSE 'closed' END AS status,
      ${timezoneOf(companyId, sql`survey.business_unit_id`)} AS timezone
    FROM survey_links AS link
    JOIN surveys AS survey ON survey.company_id = link.company_id AND survey.id = link.survey_id
    WHERE link.company_id = ${companyId}
      AND link.code = ANY(${codes}::text[])
      AND survey.current_version_id IS NOT NULL
  `.execute(tx);
  return rows;
}

/** The open link of a survey, or undefined while it was never opened. */
export function findLink(tx: Transaction, { companyId, surveyId }: { companyId: CompanyId; surveyId: SurveyId }) {
  return tx
    .selectFrom('survey_links')
    .select(['code', 'is_open as isOpen'])
    .where('company_id', '=', companyId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst();
}
