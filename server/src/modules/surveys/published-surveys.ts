import { LRUCache } from 'lru-cache';
import type { BusinessUnitId, CompanyId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { surveyMetric } from '@escuta/contract/surveys';
import type { SurveyDefinition, SurveyMetric } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';

/** A published survey as the other modules see it: what is published never changes, the status does. */
export interface PublishedSurvey {
  readonly surveyId: SurveyId;
  readonly businessUnitId: BusinessUnitId;
  readonly title: string;
  readonly metric: SurveyMetric;
  readonly status: string;
  readonly versionId: SurveyVersionId;
  readonly definition: SurveyDefinition;
}

/** The version that a survey sends out now, or undefined when it was never published. The caller looks at `status`. */
export async function findPublishedSurvey(
  tx: Transaction,
  { companyId, surveyId }: { companyId: CompanyId; surveyId: SurveyId },
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
  { companyId, versionId }: { companyId: CompanyId; versionId: SurveyVersionId },
): Promise<PublishedSurvey | undefined> {
  const row = await versions(tx, companyId).where('survey_versions.id', '=', versionId).executeTakeFirst();
  return row as PublishedSurvey | undefined;
}

/** What lists say of a version. */
export interface VersionHead {
  readonly title: string;
  /** The keys of the questions of its survey whose answers are masked today. */
  readonly sensitiveKeys: readonly string[];
}

/** The heads of versions, by their ids; those that do not exist are left out. */
export async function findVersionHeads(
  tx: Transaction,
  { companyId, versionIds }: { companyId: CompanyId; versionIds: readonly SurveyVersionId[] },
): Promise<ReadonlyMap<SurveyVersionId, VersionHead>> {
  if (versionIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('survey_versions')
    .innerJoin('surveys', (join) =>
      join
        .onRef('surveys.company_id', '=', 'survey_versions.company_id')
        .onRef('surveys.id', '=', 'survey_versions.survey_id'),
    )
    .select(['survey_versions.id', 'survey_versions.title', 'surveys.sensitive_keys as sensitiveKeys'])
    .where('survey_versions.company_id', '=', companyId)
    .where('survey_versions.id', 'in', [...versionIds])
    .execute();
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

/** What the published surveys of a unit measure, and how often each was answered. */
export async function findMeasuring(
  tx: Transaction,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
): Promise<{ id: SurveyId; metric: SurveyMetric; responses: number }[]> {
  const rows = await tx
    .selectFrom('surveys')
    .select(['id', 'metric', 'responses'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('current_version_id', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, metric: surveyMetric.parse(row.metric) }));
}

/** What surveys measure, by their ids. */
export async function findMetrics(
  tx: Transaction,
  { companyId, surveyIds }: { companyId: CompanyId; surveyIds: readonly SurveyId[] },
): Promise<Map<SurveyId, SurveyMetric>> {
  if (surveyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('surveys')
    .select(['id', 'metric'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(surveyIds)])
    .execute();
  return new Map(rows.map(({ id, metric }) => [id, surveyMetric.parse(metric)]));
}

const definitionsMax = 1_000;
const definitions = new LRUCache<string, SurveyDefinition>({ max: definitionsMax });

/**
 * What versions ask, by their ids, kept in memory: what is published never changes. Opens a transaction only for those that
 * this process has not read yet; versions that do not exist are left out.
 */
export async function findDefinitions(
  within: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
  companyId: CompanyId,
  versionIds: readonly SurveyVersionId[],
): Promise<ReadonlyMap<string, SurveyDefinition>> {
  const keyOf = (versionId: SurveyVersionId) => `${companyId}/${versionId}`;
  const unread = versionIds.filter((versionId) => !definitions.has(keyOf(versionId)));
  const read =
    unread.length === 0
      ? []
      : await within(async (tx) => {
          const found: [SurveyVersionId, SurveyDefinition][] = [];
          for (const versionId of unread) {
            const version = await findSurveyVersion(tx, { companyId, versionId });
            if (version) found.push([versionId, version.definition]);
          }
          return found;
        });
  for (const [versionId, definition] of read) definitions.set(keyOf(versionId), definition);
  const kept = versionIds.flatMap((versionId) => {
    const definition = definitions.get(keyOf(versionId));
    return definition ? [[versionId, definition] as const] : [];
  });
  return new Map([...kept, ...read]);
}

function versions(tx: Transaction, companyId: CompanyId) {
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
