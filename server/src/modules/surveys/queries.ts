import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import { surveyMetric } from '@escuta/contract/surveys';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';
import { holdsWords } from '#platform/db/search.ts';

/** A survey with the number of its published version. */
export type SurveyRow = NonNullable<Awaited<ReturnType<typeof findSurvey>>>;

export interface SurveyFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly status?: Survey['status'] | undefined;
  readonly search?: string | undefined;
}

/** One page of the surveys of a unit that match, newest first. */
export function listSurveyRows(
  tx: Transaction,
  { limit, page, ...filter }: SurveyFilter & { limit: number; page: number },
) {
  return withVersion(matching(tx, filter))
    .orderBy('surveys.created_at', 'desc')
    .orderBy('surveys.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many surveys match. */
export function countSurveys(tx: Transaction, filter: SurveyFilter): Promise<number> {
  return countRows(matching(tx, filter));
}

const foundMax = 50;

/** Surveys of several units of a company whose title holds the words, newest first. */
export function findSurveysOf(
  tx: Transaction,
  {
    companyId,
    businessUnitIds,
    search,
  }: Pick<SurveyFilter, 'companyId' | 'search'> & {
    readonly businessUnitIds: readonly BusinessUnitId[];
  },
) {
  return tx
    .selectFrom('surveys')
    .select(['id', 'title', 'icon', 'business_unit_id'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', 'in', [...businessUnitIds])
    .$if(!!search, (query) => query.where(holdsWords(sql`title`, search ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(foundMax)
    .execute();
}

/** One survey of the unit, or undefined. */
export function findSurvey(
  tx: Transaction,
  { companyId, businessUnitId, id }: { companyId: CompanyId; businessUnitId: BusinessUnitId; id: SurveyId },
) {
  return withVersion(matching(tx, { companyId, businessUnitId })).where('surveys.id', '=', id).executeTakeFirst();
}

/** One survey of the unit with the texts being edited, or undefined. */
export async function findDraft(
  tx: Transaction,
  key: { companyId: CompanyId; businessUnitId: BusinessUnitId; id: SurveyId },
) {
  const row = await withVersion(matching(tx, key))
    .select(['surveys.draft', 'surveys.draft_revision', 'surveys.sensitive_keys'])
    .where('surveys.id', '=', key.id)
    .executeTakeFirst();
  return row && { ...row, draft: row.draft as SurveyDefinition };
}

/** The draft of a survey of the unit, locked until the end of the transaction: two writers take turns. */
export async function lockDraft(
  tx: Transaction,
  key: { companyId: CompanyId; businessUnitId: BusinessUnitId; id: SurveyId },
) {
  const row = await matching(tx, key)
    .select([
      'surveys.title',
      'surveys.metric',
      'surveys.status',
      'surveys.draft',
      'surveys.draft_revision',
      'surveys.draft_changed',
      'surveys.sensitive_keys',
    ])
    .where('surveys.id', '=', key.id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, metric: surveyMetric.parse(row.metric), draft: row.draft as SurveyDefinition };
}

function matching(tx: Transaction, { companyId, businessUnitId, status, search }: SurveyFilter) {
  return tx
    .selectFrom('surveys')
    .where('surveys.company_id', '=', companyId)
    .where('surveys.business_unit_id', '=', businessUnitId)
    .$if(status !== undefined, (query) => query.where('surveys.status', '=', status!))
    .$if(!!search, (query) => query.where(holdsWords(sql`surveys.title`, search ?? '')));
}

function withVersion(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('survey_versions', (join) =>
      join
        .onRef('survey_versions.company_id', '=', 'surveys.company_id')
        .onRef('survey_versions.id', '=', 'surveys.current_version_id'),
    )
    .select([
      'surveys.id',
      'surveys.title',
      'surveys.icon',
      'surveys.metric',
      'surveys.status',
      'surveys.channels',
      'surveys.whatsapp_params',
      'surveys.draft_changed',
      'surveys.responses',
      'surveys.last_answered_at',
      'surveys.created_at',
      'surveys.updated_at',
      'survey_versions.number as version',
    ]);
}
