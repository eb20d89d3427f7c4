import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import type { LegalBasis } from '@escuta/contract/legal-basis';
import type { Question } from '@escuta/contract/questions/index';
import type { SurveyMetric } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';

/** What a published survey does with the data of whoever answers it: by the version that it sends out now. */
export interface PublishedFacts {
  readonly surveyId: SurveyId;
  readonly businessUnitId: BusinessUnitId;
  readonly title: string;
  readonly metric: SurveyMetric;
  /** Null where nobody has said it. */
  readonly legalBasis: LegalBasis | null;
  readonly isAnonymous: boolean;
  /** The kinds of its questions, each once. */
  readonly asks: readonly Question['type'][];
  /** The titles of those whose answers are masked. */
  readonly sensitiveQuestions: readonly string[];
  /** Whether anybody may answer it by a link now. */
  readonly hasOpenLink: boolean;
}

/** Every survey of some units that was ever published, whatever became of it: its answers are kept. By title and id. */
export async function listPublishedFacts(
  tx: Transaction,
  { companyId, businessUnitIds }: { companyId: CompanyId; businessUnitIds: readonly BusinessUnitId[] },
): Promise<PublishedFacts[]> {
  const { rows } = await sql<PublishedFacts>`
    SELECT survey.id AS "surveyId", survey.business_unit_id AS "businessUnitId", version.title, survey.metric,
      version.definition ->> 'legalBasis' AS "legalBasis",
      coalesce((version.definition -> 'anonymous')::boolean, false) AS "isAnonymous",
      ARRAY(
        SELECT DISTINCT asked ->> 'type' FROM jsonb_array_elements(version.definition -> 'questions') AS asked ORDER BY 1
      ) AS asks,
      ARRAY(
        SELECT coalesce(asked #>> '{titles,middle}', asked ->> 'title')
        FROM jsonb_array_elements(version.definition -> 'questions') AS asked
        WHERE asked ->> 'key' = ANY(survey.sensitive_keys)
      ) AS "sensitiveQuestions",
      coalesce(link.is_open, false) AS "hasOpenLink"
    FROM surveys AS survey
    JOIN survey_versions AS version ON version.company_id = survey.company_id AND version.id = survey.current_version_id
    LEFT JOIN survey_links AS link ON link.company_id = survey.company_id AND link.survey_id = survey.id
    WHERE survey.company_id = ${companyId}
      AND survey.business_unit_id = ANY(${[...businessUnitIds]}::uuid[])
    ORDER BY version.title, survey.id
  `.execute(tx);
  return rows;
}
