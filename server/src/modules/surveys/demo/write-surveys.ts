import type { BusinessUnitId, CompanyId, SurveyId, SurveyVersionId, UserId } from '@escuta/contract/ids';
import { metricOfTemplate } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import { definitionFrom } from '../definition-from-template.ts';
import { sensitiveKeysOf } from '../survey.ts';

/** A survey of the demo. */
export interface DescribedSurvey {
  readonly title: string;
  readonly icon: string;
  readonly template: SurveyTemplate;
  readonly status: 'draft' | 'active' | 'paused';
}

/** Where a survey was written, with its published version when it has one. */
export interface WrittenSurvey {
  readonly id: SurveyId;
  readonly versionId: SurveyVersionId | null;
}

interface DemoUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly companyName: string;
  readonly brandColor: string;
  readonly ownerId: UserId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** How often a survey was answered, and when last. */
export interface Answered {
  readonly responses: number;
  readonly lastAnsweredAt: Date;
}

/** Where answers to the demo company's messages go. */
const replyTo = 'atendimento@aurora.example';

/** Writes the surveys of a unit and the versions of the published ones. */
export async function writeSurveys<Survey extends DescribedSurvey>(
  tx: Transaction,
  { companyId, businessUnitId, companyName, brandColor, ownerId, random, time }: DemoUnit,
  surveys: readonly { readonly survey: Survey; readonly answered: Answered | undefined }[],
): Promise<Map<Survey, WrittenSurvey>> {
  const written = new Map<Survey, WrittenSurvey>();
  for (const [index, { survey, answered }] of surveys.entries()) {
    const isDraft = survey.status === 'draft';
    const createdAt = time.at(isDraft ? 6 : 380 + index, 14);
    const { email, ...template } = definitionFrom(survey.template, { language: 'pt', companyName, brandColor });
    const published = { ...template, email: { ...email, replyTo } };
    const definition = JSON.stringify(published);
    const id = random.idAt<SurveyId>(createdAt);
    const versionId = isDraft ? null : random.idAt<SurveyVersionId>(createdAt);
    await tx
      .insertInto('surveys')
      .values({
        company_id: companyId,
        id,
        business_unit_id: businessUnitId,
        title: survey.title,
        icon: survey.icon,
        metric: metricOfTemplate(survey.template),
        status: survey.status,
        channels: ['email', 'link'],
        draft: definition,
        draft_changed: isDraft,
        ...(answered ? { responses: answered.responses, last_answered_at: answered.lastAnsweredAt } : {}),
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
        .set({ current_version_id: versionId, sensitive_keys: sensitiveKeysOf(published, []) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
    }
    written.set(survey, { id, versionId });
  }
  return written;
}
