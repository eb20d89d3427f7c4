import type { Role } from '@escuta/contract/access-policy';
import type { Comment } from '@escuta/contract/analytics';
import { presentPerson } from '#modules/contacts/index.ts';
import type { ResponseRow } from '#modules/responses/index.ts';

/** A comment as the wire shows it to a role that may read comments. */
export function presentComment(row: ResponseRow, role: Role): Comment {
  const person = row.contact && presentPerson(row.contact, role);
  return {
    _id: row.id,
    metric: row.metric === 'none' ? null : row.metric,
    score: row.score,
    score_group: row.scoreGroup,
    comment: row.comment ?? '',
    answered_at: row.answeredAt.toISOString(),
    channel: row.channel,
    origin: row.origin,
    survey: { _id: row.survey.id, title: row.survey.title },
    customer: person && { _id: person._id, name: person.name },
  };
}
