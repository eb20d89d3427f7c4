import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { addressFields } from '@escuta/contract/sends';
import type { AddressField } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { withdrawals } from './consents/queries.ts';
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
 * is theirs (decision 0060). It stands there as of the same moment, so that whoever takes it back takes back both. What the company
 * stopped by itself, and a bounce, stay with the address that they were about. What only a merge stopped is opened with the reversal of
 * that merge, here too.
 */
export async function carryStops(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  changes: readonly Readdressed[],
): Promise<void> {
  const moved = changes.flatMap(({ id, before, after }) =>
    Object.entries(addressFields)
      .filter(([, field]) => after[field] !== null && after[field] !== before[field])
      .map(([channel, field]) => ({ id, channel, field, former: before[field], address: after[field] })),
  );
  if (moved.length === 0) return;
  const contactIds = moved.map(({ id }) => id);
  await sql`
    WITH moved AS (
      SELECT * FROM unnest(
        ${contactIds}::uuid[], ${moved.map(({ channel }) => channel)}::text[], ${moved.map(({ field }) => field)}::text[],
        ${moved.map(({ former }) => former)}::text[], ${moved.map(({ address }) => address)}::text[]
      ) AS row (contact_id, channel, field, former, address)
    ), said AS (
      SELECT moved.channel, moved.address, coalesce(brought.id, s.merge_id) AS merge_id, coalesce(s.opted_out_at, s.created_at) AS at,
        CASE s.reason WHEN 'complained' THEN 'complained' ELSE 'unsubscribed' END AS reason
      FROM moved
      JOIN suppressions s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
        AND s.channel = moved.channel AND s.address_hash = address_hash(moved.former)
      -- The former address was that of somebody who was merged in, and had stopped it before.
      LEFT JOIN LATERAL (
        SELECT m.id FROM contact_merges m
        WHERE m.company_id = ${companyId} AND m.contact_id = moved.contact_id AND m.merged_at >= coalesce(s.opted_out_at, s.created_at)
          AND m.before -> 'absorbed' ->> moved.field = moved.former
          AND m.before -> 'kept' ->> moved.field IS DISTINCT FROM moved.former
        ORDER BY m.merged_at
        LIMIT 1
      ) AS brought ON true
      WHERE s.erased_at IS NULL AND (s.reason IN ('unsubscribed', 'complained') OR s.opted_out_at IS NOT NULL)
      UNION ALL
      SELECT moved.channel, moved.address, withdrawn.merge_id, withdrawn.at, withdrawn.reason
      FROM moved
      JOIN (${withdrawals(companyId, contactIds)}) AS withdrawn
        ON withdrawn.contact_id = moved.contact_id AND withdrawn.channel = moved.channel
    )
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, merge_id)
    SELECT ${companyId}::uuid, ${businessUnitId}::uuid, channel, address_hash(address), CASE
        WHEN bool_or(reason = 'complained') THEN 'complained'
        WHEN bool_or(reason = 'unsubscribed') THEN 'unsubscribed'
        ELSE 'manual'
      END, max(at), min(merge_id::text)::uuid
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
