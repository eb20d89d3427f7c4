import type {
  BusinessUnitId,
  CompanyId,
  ContactId,
  ItemId,
  SendId,
  SurveyId,
  SurveyVersionId,
} from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import type { Transaction } from '#platform/db/database.ts';
import { writeRows } from '#platform/db/write-rows.ts';
import type { DemoAnswer } from './make-answers.ts';

/** An answer, the survey that it is of, and where it came from. */
export interface GivenAnswer {
  readonly answer: DemoAnswer;
  readonly surveyId: SurveyId;
  readonly versionId: SurveyVersionId | null;
  readonly metric: Metric;
  /** The message that it came by; null by the code on the counter. */
  readonly message: { readonly sendId: SendId; readonly itemId: ItemId; readonly contactId: ContactId } | null;
}

/** Writes what people answered: by the link in their message, or by the code on the counter. */
export async function writeAnswers(
  tx: Transaction,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  given: readonly GivenAnswer[],
): Promise<void> {
  await writeRows(
    tx,
    companyId,
    'responses',
    {
      id: 'uuid',
      business_unit_id: 'uuid',
      survey_id: 'uuid',
      survey_version_id: 'uuid',
      send_id: 'uuid',
      item_id: 'uuid',
      contact_id: 'uuid',
      channel: 'text',
      origin: 'text',
      language: 'text',
      status: 'text',
      last_seq: 'int',
      metric: 'text',
      score: 'smallint',
      score_group: 'text',
      comment: 'text',
      day: 'date',
      started_at: 'timestamptz',
      answered_at: 'timestamptz',
      completed_at: 'timestamptz',
    },
    given.map(({ answer, surveyId, versionId, metric, message }) => ({
      id: answer.id,
      business_unit_id: businessUnitId,
      survey_id: surveyId,
      survey_version_id: versionId,
      send_id: message?.sendId ?? null,
      item_id: message?.itemId ?? null,
      contact_id: message?.contactId ?? null,
      channel: message ? 'email' : 'link',
      origin: message ? 'invitation' : 'link',
      language: 'pt',
      status: answer.isComplete ? 'complete' : 'partial',
      last_seq: answer.isComplete ? 2 : 1,
      metric,
      score: answer.score,
      score_group: answer.group,
      comment: answer.comment,
      day: answer.day,
      started_at: answer.startedAt,
      answered_at: answer.answeredAt,
      completed_at: answer.completedAt,
    })),
  );
  await writeRows(
    tx,
    companyId,
    'answers',
    {
      response_id: 'uuid',
      question_key: 'text',
      seq: 'int',
      number: 'smallint',
      text: 'text',
      answered_at: 'timestamptz',
    },
    given.flatMap(({ answer: { id, score, comment, answeredAt, completedAt } }) => [
      { response_id: id, question_key: 'score', seq: 1, number: score, text: null, answered_at: answeredAt },
      ...(comment === null
        ? []
        : [{ response_id: id, question_key: 'why', seq: 2, number: null, text: comment, answered_at: completedAt }]),
    ]),
  );
}
