import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { addressFields } from '@escuta/contract/sends';
import type { AddressField } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { newestConsents } from './consents/queries.ts';
import { keepStricter } from './suppress-contact.ts';

type Addresses = Readonly<Record<AddressField, string | null>>;

/** A contact whose addresses may have changed. */
interface Readdressed {
  readonly id: ContactId;
  readonly before: Addresses;
  readonly after: Addresses;
}

/**
 * Keeps shut what a person shut, where a contact is given another address of the channel: a suppression is of an address, and the word
 * is theirs (decision 0060). What the company stopped by itself, and a bounce, stay with the address that they were about. What only a
 * merge stopped is opened with the reversal of that merge, here too.
 */
export async function carryStops(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  changes: readonly Readdressed[],
  now: Date,
): Promise<void> {
  const moved = changes.flatMap(({ id, before, after }) =>
    Object.entries(addressFields)
      .filter(([, field]) => after[field] !== null && after[field] !== before[field])
      .map(([channel, field]) => ({ id, channel, former: before[field], address: after[field] })),
  );
  if (moved.length === 0) return;
  const contactIds = moved.map(({ id }) => id);
  await sql`
    WITH moved AS (
      SELECT * FROM unnest(
        ${contactIds}::uuid[], ${moved.map(({ channel }) => channel)}::text[],
        ${moved.map(({ former }) => former)}::text[], ${moved.map(({ address }) => address)}::text[]
      ) AS row (contact_id, channel, former, address)
    ), said AS (
      SELECT moved.channel, moved.address, s.merge_id,
        CASE s.reason WHEN 'complained' THEN 'complained' ELSE 'unsubscribed' END AS reason
      FROM moved
      JOIN suppressions s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
        AND s.channel = moved.channel AND s.address_hash = address_hash(moved.former)
      WHERE s.erased_at IS NULL AND (s.reason IN ('unsubscribed', 'complained') OR s.opted_out_at IS NOT NULL)
      UNION ALL
      SELECT moved.channel, moved.address, newest.merge_id, CASE newest.source WHEN 'contact' THEN 'unsubscribed' ELSE 'manual' END
      FROM moved
      JOIN (${newestConsents(companyId, contactIds)}) AS newest
        ON newest.contact_id = moved.contact_id AND newest.channel = moved.channel
      WHERE newest.status = 'withdrawn'
    )
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, merge_id)
    SELECT ${companyId}::uuid, ${businessUnitId}::uuid, channel, address_hash(address), CASE
        WHEN bool_or(reason = 'complained') THEN 'complained'
        WHEN bool_or(reason = 'unsubscribed') THEN 'unsubscribed'
        ELSE 'manual'
      END, ${now}::timestamptz, min(merge_id::text)::uuid
    FROM said
    -- Of what only merges stopped, with the merge that is reversed last.
    WHERE merge_id IS NULL OR NOT EXISTS (
      SELECT FROM said AS own
      WHERE own.merge_id IS NULL AND own.channel = said.channel AND own.address = said.address
    )
    GROUP BY channel, address
    ORDER BY channel, address
    ON CONFLICT (company_id, business_unit_id, channel, address_hash)
    ${keepStricter}
  `.execute(tx);
}
