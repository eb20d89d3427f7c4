import { sql } from 'kysely';
import { byAddress } from '#platform/db/by-address.ts';
import type { Transaction } from '#platform/db/database.ts';

/** A contact that a message went out to, and when. */
export interface SentMark {
  readonly contactId: string;
  readonly at: Date;
}

/**
 * Notes on contacts when a message went out to them last; a later date stays, so the same marks may come twice. Contacts
 * are locked in the order of their ids. OFFSET 0 keeps each look-up one by key, whatever the database thinks of a company
 * whose rows are new.
 */
export async function markSent(
  tx: Transaction,
  { companyId, marks }: { companyId: string; marks: readonly SentMark[] },
): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    WITH reached AS MATERIALIZED (
      SELECT contact.row, wanted.at FROM (
        SELECT id, max(at) AS at
        FROM unnest(${marks.map((mark) => mark.contactId)}::uuid[], ${marks.map((mark) => mark.at.toISOString())}::timestamptz[]) AS wanted (id, at)
        GROUP BY id ORDER BY id
      ) AS wanted
      CROSS JOIN LATERAL (
        SELECT ctid AS row FROM contacts
        WHERE company_id = ${companyId} AND contacts.id = wanted.id AND (last_sent_at IS NULL OR last_sent_at < wanted.at)
        OFFSET 0 FOR NO KEY UPDATE
      ) AS contact
    )
    UPDATE contacts SET last_sent_at = reached.at
    FROM reached
    WHERE contacts.company_id = ${companyId} AND ${byAddress('contacts', 'reached')}
  `.execute(tx);
}
