import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, MergeId, UserId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { ConsentBasis, ConsentStatus, SuppressionReason } from '@escuta/contract/consents';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { newestConsents, withdrawals } from '../consents/queries.ts';
import { addressesOf, formerAddressesOf } from '../suppress-contact.ts';
import { findIdentities } from './merge-rows.ts';

interface Joined {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly keptId: ContactId;
  readonly otherId: ContactId;
}
interface Stop {
  readonly channel: SendChannel;
  readonly reason: SuppressionReason;
  readonly at: Date;
}
interface Joining extends Joined {
  readonly mergeId: MergeId;
  readonly userId: UserId;
  readonly userName: string;
  readonly now: Date;
}

/**
 * The channels that one of two contacts has stopped, each with the strictest reason and the last moment: an address is suppressed, or
 * the last word on the channel was a withdrawal. An address that bounced says nothing of the person.
 */
export async function stoppedChannels(
  tx: Transaction,
  { companyId, businessUnitId, keptId, otherId }: Joined,
): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    SELECT channel, max(at) AS at, CASE
      WHEN bool_or(reason = 'complained') THEN 'complained'
      WHEN bool_or(reason = 'manual') THEN 'manual'
      ELSE 'unsubscribed'
    END AS reason
    FROM (
      SELECT s.channel, coalesce(s.opted_out_at, s.created_at) AS at,
        CASE s.reason WHEN 'bounced' THEN 'unsubscribed' ELSE s.reason END AS reason
      FROM (${addressesOfBoth({ companyId, keptId, otherId })}) AS address
      JOIN suppressions s ON s.company_id = ${companyId} AND s.business_unit_id = ${businessUnitId}
        AND s.channel = address.channel AND s.address_hash = address.hash
        AND (s.reason <> 'bounced' OR s.opted_out_at IS NOT NULL)
      UNION ALL
      SELECT channel, at, reason FROM (${withdrawals(companyId, [keptId, otherId])}) AS withdrawn
    ) AS said
    GROUP BY channel
    ORDER BY channel
  `.execute(tx);
  return rows;
}

/**
 * Stops every address of both contacts, also those that earlier merges dropped, on the channels that one of them has stopped. To be done
 * while both have their addresses.
 */
export async function stopSame(tx: Transaction, joining: Joining): Promise<void> {
  const { companyId, keptId, otherId, mergeId } = joining;
  const identities = [keptId, otherId].map((contactId) => findIdentities(tx, { companyId, contactId }));
  const contactIds = (await Promise.all(identities)).flat();
  const stopped = await stoppedChannels(tx, joining);
  await sql`
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, merge_id)
    SELECT DISTINCT address.company_id, address.business_unit_id, address.channel, address.hash, stop.reason, stop.at,
      ${mergeId}::uuid
    FROM (
      ${addressesOfBoth(joining)}
      UNION ALL
      SELECT company_id, business_unit_id, channel, hash FROM (${formerAddressesOf(companyId, contactIds)}) AS former
    ) AS address
    JOIN unnest(
      ${stopped.map(({ channel }) => channel)}::text[], ${stopped.map(({ reason }) => reason)}::text[],
      ${stopped.map(({ at }) => at)}::timestamptz[]
    ) AS stop (channel, reason, at) ON stop.channel = address.channel
    ON CONFLICT (company_id, business_unit_id, channel, address_hash)
    -- What stands there for another reason is noted to be opted out, too, and the note goes with the merge.
    DO UPDATE SET opted_out_at = excluded.created_at, merge_id = excluded.merge_id
    WHERE excluded.reason IN ('unsubscribed', 'complained') AND suppressions.reason NOT IN ('unsubscribed', 'complained')
      AND suppressions.opted_out_at IS NULL AND suppressions.merge_id IS NULL AND suppressions.erased_at IS NULL
  `.execute(tx);
}

/**
 * Copies what the absorbed contact agreed to, or took back, to the one who stays: entries are never changed, and its own stay where they
 * are. Where the last word of either was a withdrawal and another one would cover it, the withdrawal is said once more.
 */
export async function joinConsents(tx: Transaction, joining: Joining): Promise<void> {
  const { companyId, businessUnitId, keptId, otherId, mergeId, userId, userName, now } = joining;
  const { rows } = await sql<{ channel: SendChannel; status: ConsentStatus; basis: ConsentBasis }>`
    SELECT channel, status, basis FROM (${newestConsents(companyId, [keptId, otherId])}) AS newest ORDER BY at
  `.execute(tx);
  await sql`
    INSERT INTO contact_consents (company_id, id, business_unit_id, contact_id, channel, purpose, status, basis, source, text_version,
      ip, recorded_by, recorded_by_name, at, merge_id)
    SELECT company_id, gen_random_uuid(), business_unit_id, ${keptId}::uuid, channel, purpose, status, basis, source, text_version,
      ip, recorded_by, recorded_by_name, at, ${mergeId}::uuid
    FROM contact_consents WHERE company_id = ${companyId} AND contact_id = ${otherId}
    ON CONFLICT DO NOTHING
  `.execute(tx);
  for (const [channel, words] of Map.groupBy(rows, (row) => row.channel)) {
    const withdrawn = words.find(({ status }) => status === 'withdrawn');
    if (!withdrawn || words.at(-1)?.status === 'withdrawn') continue;
    const by = { id: userId, name: userName };
    const entry = { channel, status: 'withdrawn', basis: withdrawn.basis, source: 'staff', by, mergeId, now } as const;
    await addConsent(tx, { companyId, businessUnitId, contactId: keptId, ...entry });
  }
}

/** Takes back what a merge stopped and copied. What the person said themselves since is not of the merge any more. */
export async function partConsents(
  tx: Transaction,
  { companyId, mergeId }: { companyId: CompanyId; mergeId: MergeId },
): Promise<void> {
  await tx
    .deleteFrom('suppressions')
    .where('company_id', '=', companyId)
    .where('merge_id', '=', mergeId)
    .where('opted_out_at', 'is', null)
    .execute();
  // What the company stopped by itself since stays, without the opt-out that was the other one's.
  await tx
    .updateTable('suppressions')
    .set({ opted_out_at: null, merge_id: null })
    .where('company_id', '=', companyId)
    .where('merge_id', '=', mergeId)
    .execute();
  await tx.deleteFrom('contact_consents').where('company_id', '=', companyId).where('merge_id', '=', mergeId).execute();
}

/**
 * Writes into the history of the one who comes back what the merged contact stopped since at an address of theirs, or took back, as by
 * the link of a message of theirs: whoever looks sees when and how (CONSENT-03).
 */
export async function copyWords(
  tx: Transaction,
  { companyId, keptId, absorbedId }: { companyId: CompanyId; keptId: ContactId; absorbedId: ContactId },
): Promise<void> {
  await sql`
    INSERT INTO contact_consents (company_id, id, business_unit_id, contact_id, channel, purpose, status, basis, source, text_version,
      ip, recorded_by, recorded_by_name, at)
    SELECT said.company_id, gen_random_uuid(), said.business_unit_id, ${absorbedId}::uuid, said.channel, said.purpose, said.status, said.basis,
      said.source, said.text_version, said.ip, said.recorded_by, said.recorded_by_name, said.at
    FROM (${addressesOf(companyId, absorbedId)}) AS address
    CROSS JOIN LATERAL (
      SELECT 'withdrawn' AS status, unnest(ARRAY[s.created_at, s.opted_out_at]) AS at FROM suppressions s
      WHERE s.company_id = address.company_id AND s.business_unit_id = address.business_unit_id AND s.channel = address.channel
        AND s.address_hash = address.hash AND s.merge_id IS NULL
      UNION
      SELECT 'granted', l.lifted_at FROM lifted_suppressions l
      WHERE l.company_id = address.company_id AND l.business_unit_id = address.business_unit_id AND l.channel = address.channel
        AND l.address_hash = address.hash
    ) AS done
    JOIN contact_consents said ON said.company_id = ${companyId} AND said.contact_id = ${keptId} AND said.channel = address.channel
      AND said.status = done.status AND said.at = done.at AND said.merge_id IS NULL
    WHERE NOT EXISTS (
      SELECT FROM contact_consents own
      WHERE own.company_id = ${companyId} AND own.contact_id = ${absorbedId} AND own.channel = said.channel AND own.at = said.at
        AND own.status = said.status
    )
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

function addressesOfBoth({ companyId, keptId, otherId }: Pick<Joined, 'companyId' | 'keptId' | 'otherId'>) {
  return sql`${addressesOf(companyId, keptId)} UNION ALL ${addressesOf(companyId, otherId)}`;
}
