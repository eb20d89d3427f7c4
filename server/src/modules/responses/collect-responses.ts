import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { sayVariables } from '@escuta/contract/variables';
import { findLabelsNamed } from '#modules/contacts/index.ts';
import { findDefinitions } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { surveyTitles } from './code-book.ts';
import { titleFor, titlesOf } from './present-response.ts';

/**
 * Everything that a contact answered, each response with its answers as they were given to what was asked, whose variables are
 * said in a language. Oldest first.
 */
export async function collectResponses(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    contactId,
    language,
  }: { companyId: CompanyId; businessUnitId: BusinessUnitId; contactId: ContactId; language: Language },
) {
  const responses = await tx
    .selectFrom('responses')
    .select([
      'id',
      'import_id',
      'survey_id',
      'survey_version_id',
      'channel',
      'language',
      'status',
      'score',
      'metric',
      'comment',
    ])
    .select('score_group')
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
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  const asked = [...definitions.values()].flatMap(({ questions }) => questions.flatMap(titlesOf));
  const labels = await findLabelsNamed(tx, companyId, asked);
  const byResponse = Map.groupBy(answers, ({ response_id }) => response_id);
  return responses.map(({ id, survey_id, survey_version_id: version, score_group: scoreGroup, ...response }) => {
    const questions = new Map(definitions.get(version)?.questions.map((question) => [question.key, question]));
    return {
      id,
      ...response,
      survey: titles.get(survey_id) ?? '',
      answers: (byResponse.get(id) ?? []).map(({ question_key: key, number, text, answered_at }) => {
        const question = questions.get(key);
        return {
          question: key,
          question_text: question ? sayVariables(titleFor(question, { scoreGroup }), language, labels) : null,
          answer: number ?? text,
          answered_at,
        };
      }),
    };
  });
}
