import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { SurveyMetric } from '@escuta/contract/surveys';
import { sql } from 'kysely';
import { writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';

/** The last answer of one person. */
export interface AnswerMark {
  readonly contactId: ContactId;
  readonly answeredAt: Date;
  readonly score: number | null;
  readonly metric: SurveyMetric;
}

/**
 * Notes on the contacts when they answered last and with which score of which metric, in the order of their ids, so that two batches
 * never wait for each other in a circle. An older answer never covers a newer one.
 */
export function markAnswered({
  companyId,
  marks,
}: {
  companyId: CompanyId;
  marks: readonly AnswerMark[];
}): Write | null {
  const rows = marks.map(({ contactId: id, answeredAt: at, score, metric }, place) => ({
    id,
    at,
    score,
    metric,
    place,
  }));
  return writeOf(rows, (json) => sql`mark_contacts_answered(${companyId}::uuid, ${json})`);
}
