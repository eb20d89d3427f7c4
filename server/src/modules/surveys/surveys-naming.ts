import type { CompanyId, CustomFieldId, SurveyId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { fieldsNamedIn, textsIn } from '@escuta/contract/variables';
import { sql } from 'kysely';
import { listCustomFields } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/** The surveys of a company whose texts name a custom field, published or not, by their titles. Refuses NOT_FOUND. */
export async function surveysNaming(
  tx: Transaction,
  companyId: CompanyId,
  fieldId: CustomFieldId,
): Promise<{ _id: SurveyId; title: string }[]> {
  const field = (await listCustomFields(tx, companyId)).find(({ _id }) => _id === fieldId);
  if (!field) throw refuse('NOT_FOUND');
  const { internal_name: name } = field;
  const rows = await tx
    .selectFrom('surveys')
    .leftJoin('survey_versions', (join) =>
      join
        .onRef('survey_versions.company_id', '=', 'surveys.company_id')
        .onRef('survey_versions.id', '=', 'surveys.current_version_id'),
    )
    .select(['surveys.id', 'surveys.title', 'surveys.draft', 'survey_versions.definition'])
    .where('surveys.company_id', '=', companyId)
    // What does not hold the name at all is not read; how it is named is judged below.
    .where(sql<boolean>`concat(surveys.draft, survey_versions.definition) ILIKE ${`%${name.replaceAll('_', '\\_')}%`}`)
    .orderBy('surveys.title')
    .orderBy('surveys.id')
    .execute();
  const names = (definition: unknown) =>
    definition !== null && fieldsNamedIn(textsIn(definition as SurveyDefinition)).has(name);
  return rows
    .filter(({ draft, definition }) => names(draft) || names(definition))
    .map(({ id, title }) => ({ _id: id, title }));
}
