import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual';

/**
 * Never again writes to the e-mail address of a contact in its unit, whichever contact carries it later. Doing it twice
 * is harmless. Says whether there is such an address: a deleted contact or one without e-mail has none.
 */
export async function suppressContact(
  tx: Transaction,
  { companyId, contactId, reason, now }: { companyId: string; contactId: string; reason: SuppressionReason; now: Date },
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

/**
 * Never again writes to an e-mail address, known by its hash, in a unit. Doing it twice is harmless.
 */
export async function suppressAddress(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    addressHash,
    reason,
    now,
  }: { companyId: string; businessUnitId: string; addressHash: Buffer; reason: SuppressionReason; now: Date },
): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values({
      company_id: companyId,
      business_unit_id: businessUnitId,
      channel: 'email',
      address_hash: addressHash,
      reason,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
