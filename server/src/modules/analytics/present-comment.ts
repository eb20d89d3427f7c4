import type { Comment } from '@escuta/contract/analytics';
import type { ResponseRow } from '#modules/responses/index.ts';

/** A comment as the wire shows it to who may read comments. */
export function presentComment(row: ResponseRow): Comment {
  return {
    _id: row.id,
    metric: row.metric === 'none' ? null : row.metric,
    score: row.score,
    score_group: row.scoreGroup,
    comment: row.comment ?? '',
    answered_at: row.answeredAt.toISOString(),
    channel: row.channel,
    survey: { _id: row.survey.id, title: row.survey.title },
    customer: row.contact && { _id: row.contact.id, name: row.contact.name },
  };
}
