import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { surveyTitles } from './code-book.ts';

/** Everything that a contact answered, each response with its answers as they were given. Oldest first. */
export async function collectResponses(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    contactId,
  }: { companyId: CompanyId; businessUnitId: BusinessUnitId; contactId: ContactId },
) {
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'survey_id', 'survey_version_id', 'channel', 'language', 'status', 'score', 'metric', 'comment'])
    .select(['started_at', 'answered_at'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('contact_id', '=', contactId)
    .orderBy('answered_at')
    .orderBy('id')
    .execute();
  if (responses.length === 0) return [];
  const versionIds = [...new Set(responses.map(({ survey_version_id }) => survey_version_id))];
  const titles = await surveyTitles(tx, { companyId, businessUnitId, narrowing: null }, versionIds);
  const answers = await tx
    .selectFrom('answers')
    .select(['response_id', 'question_key', 'number', 'text', 'answered_at'])
    .where('company_id', '=', companyId)
    .where(
      'response_id',
      'in',
      responses.map(({ id }) => id),
    )
    .orderBy('question_key')
    .execute();
  const byResponse = Map.groupBy(answers, ({ response_id }) => response_id);
  return responses.map(({ id, survey_id, survey_version_id: _version, ...response }) => ({
    ...response,
    survey: titles.get(survey_id) ?? '',
    answers: (byResponse.get(id) ?? []).map(({ question_key, number, text, answered_at }) => ({
      question: question_key,
      answer: number ?? text,
      answered_at,
    })),
  }));
}
