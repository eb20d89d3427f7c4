import type { CompanyId, SurveyId, SurveyVersionId, UserId } from '@escuta/contract/ids';
import { metricOfTemplate } from '@escuta/contract/surveys';
import { definitionFrom } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { DemoSurvey } from './demo-company.ts';
import type { DrawnUnit } from './make-unit.ts';
import type { Random } from './random.ts';
import type { TimeLine } from './time-line.ts';

/** Where a survey was written, with its published version when it has one. */
export interface WrittenSurvey {
  readonly id: SurveyId;
  readonly versionId: SurveyVersionId | null;
}

/** Writes the surveys of a unit and the versions of the published ones. */
export async function writeSurveys(
  tx: Transaction,
  {
    companyId,
    companyName,
    ownerId,
    random,
    time,
  }: { companyId: CompanyId; companyName: string; ownerId: UserId; random: Random; time: TimeLine },
  { unit, id: unitId }: DrawnUnit,
): Promise<Map<DemoSurvey, WrittenSurvey>> {
  const written = new Map<DemoSurvey, WrittenSurvey>();
  for (const [index, survey] of unit.surveys.entries()) {
    const isDraft = survey.status === 'draft';
    const createdAt = time.at(isDraft ? 6 : 380 + index, 14);
    const definition = JSON.stringify(
      definitionFrom(survey.template, { language: 'pt', companyName, brandColor: unit.brandColor }),
    );
    const id = random.idAt<SurveyId>(createdAt);
    const versionId = isDraft ? null : random.idAt<SurveyVersionId>(createdAt);
    await tx
      .insertInto('surveys')
      .values({
        company_id: companyId,
        id,
        business_unit_id: unitId,
        title: survey.title,
        icon: survey.icon,
        metric: metricOfTemplate(survey.template),
        status: survey.status,
        channels: ['email', 'link'],
        draft: definition,
        draft_changed: isDraft,
        created_by: ownerId,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute();
    if (versionId) {
      const version = {
        company_id: companyId,
        id: versionId,
        survey_id: id,
        number: 1,
        title: survey.title,
        definition,
      };
      await tx
        .insertInto('survey_versions')
        .values({ ...version, published_by: ownerId, published_at: createdAt })
        .execute();
      await tx
        .updateTable('surveys')
        .set({ current_version_id: versionId })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
    }
    written.set(survey, { id, versionId });
  }
  return written;
}
