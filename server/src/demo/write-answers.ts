import type { CompanyId, ContactId, ItemId, SendId } from '@escuta/contract/ids';
import { metricOfTemplate } from '@escuta/contract/surveys';
import type { Transaction } from '#platform/db/database.ts';
import type { DemoSurvey } from './demo-company.ts';
import type { DemoAnswer } from './make-answers.ts';
import type { DrawnUnit } from './make-unit.ts';
import { writeRows } from './write-rows.ts';
import type { WrittenSurvey } from './write-surveys.ts';

interface Given {
  readonly survey: DemoSurvey;
  readonly answer: DemoAnswer;
  readonly channel: 'email' | 'link';
  readonly sendId: SendId | null;
  readonly itemId: ItemId | null;
  readonly contactId: ContactId | null;
}

/** Writes what people answered: by the link in their message, or by the code on the counter. */
export async function writeAnswers(
  tx: Transaction,
  { companyId, surveys }: { companyId: CompanyId; surveys: ReadonlyMap<DemoSurvey, WrittenSurvey> },
  drawn: DrawnUnit,
): Promise<number> {
  const given = givenOf(drawn);
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
    given.map(({ survey, answer, channel, sendId, itemId, contactId }) => ({
      id: answer.id,
      business_unit_id: drawn.id,
      survey_id: surveys.get(survey)?.id,
      survey_version_id: surveys.get(survey)?.versionId,
      send_id: sendId,
      item_id: itemId,
      contact_id: contactId,
      channel,
      origin: itemId === null ? 'link' : 'invitation',
      language: 'pt',
      status: answer.isComplete ? 'complete' : 'partial',
      last_seq: answer.isComplete ? 2 : 1,
      metric: metricOfTemplate(survey.template),
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
  return given.length;
}

function givenOf({ sends, counterAnswers }: DrawnUnit): Given[] {
  const byMessage = sends.flatMap(({ id, survey, items }) =>
    items.flatMap(({ id: itemId, contact, answer }): Given[] =>
      answer ? [{ survey, answer, channel: 'email', sendId: id, itemId, contactId: contact.id }] : [],
    ),
  );
  const byCode = counterAnswers.map(({ survey, answer }): Given => ({
    survey,
    answer,
    channel: 'link',
    sendId: null,
    itemId: null,
    contactId: null,
  }));
  return [...byMessage, ...byCode];
}
