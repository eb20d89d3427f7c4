import type { Capability, Role } from '@escuta/contract/access-policy';
import { typeOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { AnsweredQuestion, ListedResponse, ResponseDetail } from '@escuta/contract/response-list';
import { presentPerson } from '#modules/contacts/index.ts';
import type { Answer } from './answer.ts';
import type { ResponseRow, WholeRow } from './list-responses.ts';

/** A response as a list shows it to a role; its person open to whoever holds the capability. */
export function presentListedResponse(row: ResponseRow, role: Role, toIdentify?: Capability): ListedResponse {
  return {
    _id: row.id,
    survey: { _id: row.survey.id, title: row.survey.title },
    metric: row.metric === 'none' ? null : row.metric,
    score: row.score,
    score_group: row.scoreGroup,
    comment: row.comment,
    ...(row.isCommentHidden ? { comment_hidden: true } : {}),
    status: row.status,
    channel: row.channel,
    origin: row.origin,
    anonymous: row.isAnonymous,
    language: row.language,
    answered_at: row.answeredAt.toISOString(),
    customer: row.contact && presentPerson(row.contact, role, toIdentify),
  };
}

/** A response whole, with the questions of the version that was answered. */
export function presentResponse(
  row: WholeRow,
  { questions, answers }: { questions: readonly Question[]; answers: ReadonlyMap<string, Answer> },
  role: Role,
): ResponseDetail {
  return {
    ...presentListedResponse(row, role),
    answers: questions.map((question) =>
      presentAnswer(question, row, answers.get(question.key), row.maskedKeys.includes(question.key)),
    ),
    started_at: row.startedAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    send_id: row.sendId,
  };
}

/** A question as it was put, and what was said to it; where that is masked, only that something was. */
export function presentAnswer(
  question: Question,
  row: Pick<ResponseRow, 'scoreGroup'>,
  answer: Answer | undefined,
  isMasked: boolean,
): AnsweredQuestion {
  // An empty text says that the person went on without writing.
  const text = answer?.text || null;
  return {
    key: question.key,
    type: question.type,
    title: titleFor(question, row),
    metric: typeOf(question).metric,
    number: answer?.number ?? null,
    text: isMasked ? null : text,
    ...(isMasked && text !== null ? { hidden: true } : {}),
  };
}

/** The question in the words in which it was put: those of the score's group, where there are several. */
export function titleFor(question: Question, { scoreGroup }: Pick<ResponseRow, 'scoreGroup'>): string {
  return 'titles' in question ? question.titles[scoreGroup ?? 'middle'] : question.title;
}

/** The question in all the words in which it may be put. */
export function titlesOf(question: Question): readonly string[] {
  return 'titles' in question ? Object.values(question.titles) : [question.title];
}
