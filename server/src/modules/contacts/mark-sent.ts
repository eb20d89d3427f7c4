import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** A contact that a message went out to, and when. */
export interface SentMark {
  readonly contactId: ContactId;
  readonly at: Date;
}

/** Notes on contacts when a message went out to them last; a later date stays, so the same marks may come twice. */
export async function markSent(
  tx: Transaction,
  { companyId, marks }: { companyId: CompanyId; marks: readonly SentMark[] },
): Promise<void> {
  if (marks.length === 0) return;
  const ids = marks.map((mark) => mark.contactId);
  const dates = marks.map((mark) => mark.at.toISOString());
  await sql`SELECT mark_contacts_sent(${companyId}::uuid, ${ids}::uuid[], ${dates}::timestamptz[])`.execute(tx);
}

/**
 * Notes of a contact of a merge that is reversed when it was written to last since, and the answer that is its last one: null where none is
 * left, undefined where the one that it is marked with stays.
 */
export async function markSince(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  { sentAt, answer }: { sentAt: Date | null; answer: { at: Date; score: number; metric: string } | null | undefined },
): Promise<void> {
  await sql`
    UPDATE contacts
    SET last_sent_at = greatest(last_sent_at, ${sentAt}::timestamptz)
      ${
        answer === undefined
          ? sql``
          : sql`, last_answered_at = ${answer?.at ?? null}, last_score = ${answer?.score ?? null}, last_metric = ${answer?.metric ?? null}`
      }
    WHERE company_id = ${companyId} AND id = ${contactId}
  `.execute(tx);
}
