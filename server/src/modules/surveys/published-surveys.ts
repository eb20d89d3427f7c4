import type { Metric, SurveyDefinition } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';

/** A published survey as the other modules see it: what is published never changes, the status does. */
export interface PublishedSurvey {
  readonly surveyId: string;
  readonly businessUnitId: string;
  readonly title: string;
  readonly metric: Metric;
  readonly status: string;
  readonly versionId: string;
  readonly definition: SurveyDefinition;
}

/** The version that a survey sends out now, or undefined when it was never published. The caller looks at `status`. */
export async function findPublishedSurvey(
  tx: Transaction,
  { companyId, surveyId }: { companyId: string; surveyId: string },
): Promise<PublishedSurvey | undefined> {
  const row = await versions(tx, companyId)
    .where('surveys.id', '=', surveyId)
    .whereRef('surveys.current_version_id', '=', 'survey_versions.id')
    .executeTakeFirst();
  return row as PublishedSurvey | undefined;
}

/** A version that a respondent saw, also after newer ones were published. `status` is that of its survey now. */
export async function findSurveyVersion(
  tx: Transaction,
  { companyId, versionId }: { companyId: string; versionId: string },
): Promise<PublishedSurvey | undefined> {
  const row = await versions(tx, companyId).where('survey_versions.id', '=', versionId).executeTakeFirst();
  return row as PublishedSurvey | undefined;
}

function versions(tx: Transaction, companyId: string) {
  return tx
    .selectFrom('survey_versions')
    .innerJoin('surveys', (join) =>
      join.onRef('surveys.company_id', '=', 'survey_versions.company_id').onRef('surveys.id', '=', 'survey_versions.survey_id'),
    )
    .select([
      'surveys.id as surveyId',
      'surveys.business_unit_id as businessUnitId',
      'survey_versions.title',
      'surveys.metric',
      'surveys.status',
      'survey_versions.id as versionId',
      'survey_versions.definition',
    ])
    .where('survey_versions.company_id', '=', companyId);
}
