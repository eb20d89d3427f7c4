import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/** The last answer of one person. */
export interface AnswerMark {
  readonly contactId: string;
  readonly answeredAt: Date;
  readonly score: number | null;
}

/**
 * Notes on the contacts when they answered last and with which score, in one statement, in the order of their ids, so
 * that two batches never wait for each other in a circle. An older answer never covers a newer one.
 */
export async function markAnswered(
  tx: Transaction,
  { companyId, marks }: { companyId: string; marks: readonly AnswerMark[] },
): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    WITH mark AS (
      SELECT DISTINCT ON (id) id, at, score
      FROM unnest(
        ${marks.map((mark) => mark.contactId)}::uuid[],
        ${marks.map((mark) => mark.answeredAt.toISOString())}::timestamptz[],
        ${marks.map((mark) => mark.score)}::smallint[]
      ) WITH ORDINALITY AS m (id, at, score, place)
      ORDER BY id, at DESC, place DESC
    ), locked AS (
      SELECT c.id
      FROM contacts c
      JOIN mark ON mark.id = c.id
      WHERE c.company_id = ${companyId}
      ORDER BY c.id
      FOR NO KEY UPDATE OF c
    )
    UPDATE contacts c
    SET last_answered_at = mark.at, last_score = coalesce(mark.score, c.last_score)
    FROM locked
    JOIN mark ON mark.id = locked.id
    WHERE c.company_id = ${companyId}
      AND c.id = locked.id
      AND (c.last_answered_at IS NULL OR c.last_answered_at <= mark.at)
  `.execute(tx);
}
