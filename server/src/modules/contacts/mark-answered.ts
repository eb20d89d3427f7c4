import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import type { SurveyMetric } from '@escuta/contract/surveys';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
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

/** An answer of a contact that is gone, and the last one that is left, where there is one. */
export interface GoneAnswer {
  readonly contactId: ContactId;
  readonly answeredAt: Date;
  readonly last: { readonly at: Date; readonly score: number; readonly metric: Metric } | null;
}

/** Has contacts whose last answer is gone say the one that is left. Whoever answered later stays as they are. */
export async function takeBackMarks(tx: Transaction, companyId: CompanyId, gone: readonly GoneAnswer[]): Promise<void> {
  if (gone.length === 0) return;
  const rows = gone.map(({ contactId: id, answeredAt, last }) => ({ id, answeredAt, ...last }));
  await sql`
    UPDATE contacts
    SET last_answered_at = gone.at, last_score = gone.score, last_metric = gone.metric
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS gone (id uuid, "answeredAt" timestamptz, at timestamptz, score smallint, metric text)
    WHERE contacts.company_id = ${companyId} AND contacts.id = gone.id
      AND contacts.last_answered_at = gone."answeredAt"
  `.execute(tx);
}
