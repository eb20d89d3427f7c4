import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { surveyMetric } from '@escuta/contract/surveys';
import type { SurveyDefinition, SurveyMetric } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';

/** A published survey as the other modules see it: what is published never changes, the status does. */
export interface PublishedSurvey {
  readonly surveyId: string;
  readonly businessUnitId: string;
  readonly title: string;
  readonly metric: SurveyMetric;
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

/** What the published surveys of a unit measure, and how often each was answered. */
export async function findMeasuring(
  tx: Transaction,
  { companyId, businessUnitId }: { companyId: string; businessUnitId: string },
): Promise<{ id: string; metric: SurveyMetric; responses: number }[]> {
  const rows = await tx
    .selectFrom('surveys')
    .select(['id', 'metric', 'responses'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('current_version_id', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, metric: surveyMetric.parse(row.metric) }));
}

const definitionsMax = 1_000;
const definitions = new LRUCache<string, SurveyDefinition>({ max: definitionsMax });

/** What a version asks, kept in memory: what is published never changes. */
export async function findDefinition(
  tx: Transaction,
  version: { companyId: string; versionId: string },
): Promise<SurveyDefinition | undefined> {
  const key = `${version.companyId}/${version.versionId}`;
  const kept = definitions.get(key);
  if (kept) return kept;
  const found = await findSurveyVersion(tx, version);
  if (found) definitions.set(key, found.definition);
  return found?.definition;
}

/** The status of a survey now, as an expression of a statement that knows the survey's id; null when there is none. */
export function surveyStatusOf(companyId: string, surveyId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(SELECT status FROM surveys WHERE company_id = ${companyId} AND id = ${surveyId})`;
}

function versions(tx: Transaction, companyId: string) {
  return tx
    .selectFrom('survey_versions')
    .innerJoin('surveys', (join) =>
      join
        .onRef('surveys.company_id', '=', 'survey_versions.company_id')
        .onRef('surveys.id', '=', 'survey_versions.survey_id'),
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
