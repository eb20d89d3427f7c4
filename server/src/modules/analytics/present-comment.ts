import type { Role } from '@escuta/contract/access-policy';
import type { Comment } from '@escuta/contract/analytics';
import { presentListedResponse } from '#modules/responses/index.ts';
import type { ResponseRow } from '#modules/responses/index.ts';

/** A comment as the wire shows it to a role that may read comments. */
export function presentComment(row: ResponseRow, role: Role): Comment {
  const listed = presentListedResponse(row, role);
  const { _id, metric, score, score_group, comment, answered_at, channel, origin, anonymous, survey, customer } =
    listed;
  return {
    _id,
    metric,
    score,
    score_group,
    comment,
    ...(listed.comment_hidden ? { comment_hidden: true } : {}),
    answered_at,
    channel,
    origin,
    anonymous,
    survey,
    customer: customer && {
      _id: customer._id,
      name: customer.name,
      ...(customer.anonymized ? { anonymized: true } : {}),
    },
  };
}
