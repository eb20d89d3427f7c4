import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import { addressFields } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual';

/** A query for the addresses of a contact: `company_id, business_unit_id, channel, hash`, a row for each channel that reaches it. */
export function addressesOf(companyId: CompanyId, contactId: ContactId | null): RawBuilder<unknown> {
  const reached = Object.entries(addressFields).map(
    ([channel, field]) => sql`(${sql.lit(channel)}, ${sql.ref(`contacts.${field}`)})`,
  );
  return sql`
    SELECT contacts.company_id, contacts.business_unit_id, reached.channel, address_hash(reached.address) AS hash
    FROM contacts
    CROSS JOIN LATERAL (VALUES ${sql.join(reached)}) AS reached (channel, address)
    WHERE contacts.company_id = ${companyId} AND contacts.id = ${contactId} AND reached.address IS NOT NULL
  `;
}

/**
 * Never again writes to the addresses of a contact in its unit, on any channel, whichever contact carries them later. Doing it
 * twice is harmless. Says whether there is such an address: a deleted contact has none.
 */
export async function suppressContact(
  tx: Transaction,
  {
    companyId,
    contactId,
    reason,
    now,
  }: { companyId: CompanyId; contactId: ContactId; reason: SuppressionReason; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ suppressed: boolean }>`
    WITH address AS (${addressesOf(companyId, contactId)}), added AS (
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
      SELECT company_id, business_unit_id, channel, hash, ${reason}, ${now}
      FROM address
      ON CONFLICT DO NOTHING
    )
    SELECT EXISTS (SELECT FROM address) AS suppressed
  `.execute(tx);
  return rows[0]?.suppressed ?? false;
}

/** Says whether somebody has unsubscribed an address of a channel, known by its hash, in a unit. */
export async function isUnsubscribed(
  tx: Transaction,
  given: { companyId: CompanyId; businessUnitId: BusinessUnitId; channel: MessageChannel; addressHash: Buffer },
): Promise<boolean> {
  const found = await tx
    .selectFrom('suppressions')
    .select('reason')
    .where('company_id', '=', given.companyId)
    .where('business_unit_id', '=', given.businessUnitId)
    .where('channel', '=', given.channel)
    .where('address_hash', '=', given.addressHash)
    .executeTakeFirst();
  return found?.reason === 'unsubscribed';
}

/** Never again writes to an address of a channel, known by its hash, in a unit. Doing it twice is harmless. */
export async function suppressAddress(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    channel,
    addressHash,
    reason,
    now,
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    channel: MessageChannel;
    addressHash: Buffer;
    reason: SuppressionReason;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values({
      company_id: companyId,
      business_unit_id: businessUnitId,
      channel,
      address_hash: addressHash,
      reason,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
