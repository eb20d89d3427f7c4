import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, MergeId, UserId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { ConsentBasis, ConsentStatus } from '@escuta/contract/consents';
import type { Transaction } from '#platform/db/database.ts';
import { addConsent } from '../consents/add-consent.ts';
import { newestConsents } from '../consents/queries.ts';
import { hashValues } from '../stops/addresses-of.ts';
import { partStops, writtenTo } from '../stops/join-stops.ts';
import type { Returning } from '../stops/join-stops.ts';
import { ownReasons } from '../stops/stops.ts';

interface Joined {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly keptId: ContactId;
  readonly otherId: ContactId;
}
interface Joining extends Joined {
  readonly mergeId: MergeId;
  readonly userId: UserId;
  readonly userName: string;
  readonly now: Date;
}

/** What a copy of an entry says as the entry does. */
const copied = [
  'company_id',
  'business_unit_id',
  'channel',
  'purpose',
  'status',
  'basis',
  'source',
  'text_version',
  'ip',
  'recorded_by',
  'recorded_by_name',
  'at',
] as const;
const copiedColumns = sql.join(copied.map((name) => sql.ref(name)));
const saidColumns = sql.join(copied.map((name) => sql.ref(`said.${name}`)));

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
    INSERT INTO contact_consents (id, contact_id, merge_id, ${copiedColumns})
    SELECT gen_random_uuid(), ${keptId}::uuid, ${mergeId}::uuid, ${saidColumns}
    FROM contact_consents said WHERE said.company_id = ${companyId} AND said.contact_id = ${otherId}
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
  await partStops(tx, companyId, mergeId);
  await tx.deleteFrom('contact_consents').where('company_id', '=', companyId).where('merge_id', '=', mergeId).execute();
}

/**
 * Writes into the history of the one who comes back what the merged contact stopped since at an address of theirs, or by the link of a
 * message of theirs to one that they had left, on every channel, or took back: whoever looks sees when and how (CONSENT-03).
 */
export async function copyWords(tx: Transaction, returning: Returning): Promise<void> {
  const { companyId, keptId, absorbedId, since } = returning;
  await sql`
    INSERT INTO contact_consents (id, contact_id, ${copiedColumns})
    SELECT gen_random_uuid(), ${absorbedId}::uuid, ${saidColumns}
    FROM (
      SELECT word.status, word.at
      FROM contacts
      CROSS JOIN LATERAL (
        SELECT *, false AS was_left FROM ${hashValues} AS present (channel, hash)
        UNION ALL
        SELECT *, true FROM (${writtenTo(returning)}) AS written
      ) AS address
      CROSS JOIN LATERAL (
        SELECT 'withdrawn' AS status, s.at FROM stops s
        WHERE s.company_id = ${companyId} AND s.business_unit_id = contacts.business_unit_id AND s.channel = address.channel
          AND s.address_hash = address.hash AND s.merge_id IS NULL AND NOT (address.was_left AND s.carried)
        UNION
        SELECT taken_back.status, taken_back.at FROM lifted_suppressions l
        CROSS JOIN LATERAL (VALUES ('withdrawn', l.suppressed_at), ('granted', l.lifted_at)) AS taken_back (status, at)
        WHERE l.company_id = ${companyId} AND l.business_unit_id = contacts.business_unit_id AND l.channel = address.channel
          AND l.address_hash = address.hash
      ) AS word
      WHERE contacts.company_id = ${companyId} AND contacts.id = ${absorbedId} AND word.at >= ${since}
      GROUP BY word.status, word.at
    ) AS done
    JOIN contact_consents said ON said.company_id = ${companyId} AND said.contact_id = ${keptId}
      AND said.status = done.status AND said.at = done.at AND said.merge_id IS NULL
    WHERE NOT EXISTS (
      SELECT FROM contact_consents own
      WHERE own.company_id = ${companyId} AND own.contact_id = ${absorbedId} AND own.channel = said.channel AND own.at = said.at
        AND own.status = said.status
    ) AND NOT (said.status = 'granted' AND EXISTS (
      -- They had stopped it by another link, too.
      SELECT FROM stops own
      WHERE own.company_id = ${companyId} AND own.contact_id = ${absorbedId} AND own.channel = said.channel AND own.at <= said.at
        AND own.reason IN ${ownReasons} AND own.merge_id IS NULL
    ))
    ON CONFLICT DO NOTHING
  `.execute(tx);
}
