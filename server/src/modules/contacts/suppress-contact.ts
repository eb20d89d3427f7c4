import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Never again writes to the e-mail address of a contact in its unit, whichever contact carries it later. Doing it twice
 * is harmless. Says whether there is such an address: a deleted contact or one without e-mail has none.
 */
export async function suppressContact(
  tx: Transaction,
  {
    companyId,
    contactId,
    reason,
    now,
  }: { companyId: string; contactId: string; reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual'; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ suppressed: boolean }>`
    WITH address AS (
      SELECT company_id, business_unit_id, address_hash(email) AS hash
      FROM contacts
      WHERE company_id = ${companyId}
        AND id = ${contactId}
        AND email IS NOT NULL
    ), added AS (
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
      SELECT company_id, business_unit_id, 'email', hash, ${reason}, ${now}
      FROM address
      ON CONFLICT DO NOTHING
    )
    SELECT EXISTS (SELECT FROM address) AS suppressed
  `.execute(tx);
  return rows[0]?.suppressed ?? false;
}
