import type { BusinessUnitId, CompanyId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { findPublishedSurvey, findSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/** A survey to which answers that were given elsewhere are imported, as it asks now. */
export interface ImportedSurvey {
  readonly surveyId: SurveyId;
  readonly versionId: SurveyVersionId;
  readonly businessUnitId: BusinessUnitId;
  readonly title: string;
  /** Only its score is required: nobody knows what else was asked elsewhere. */
  readonly definition: SurveyDefinition;
  /** Of its unit. */
  readonly timezone: string;
}

interface OfUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
}

/** Refuses NOT_FOUND for a survey that the unit does not have, and SURVEY_NOT_PUBLISHED for one that asked nobody yet. */
export async function refuseUnpublished(
  tx: Transaction,
  { companyId, businessUnitId, surveyId }: OfUnit,
): Promise<void> {
  if (!(await findSurvey(tx, { companyId, businessUnitId, id: surveyId }))) throw refuse('NOT_FOUND');
  if (!(await findPublishedSurvey(tx, { companyId, surveyId }))) throw refuse('SURVEY_NOT_PUBLISHED');
}

/** A survey of the unit to import answers to; undefined where it has none, or asked nobody yet. */
export async function findImportedSurvey(
  tx: Transaction,
  { companyId, businessUnitId, surveyId }: OfUnit,
): Promise<ImportedSurvey | undefined> {
  const published = await findPublishedSurvey(tx, { companyId, surveyId });
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit || published?.businessUnitId !== businessUnitId) return undefined;
  const { versionId, title, definition } = published;
  const score = scoreQuestionOf(definition.questions);
  const questions = definition.questions.map((question) =>
    question === score ? question : { ...question, required: false },
  );
  return {
    surveyId,
    versionId,
    businessUnitId,
    title,
    definition: { ...definition, questions: questions as SurveyDefinition['questions'] },
    timezone: unit.timezone,
  };
}
