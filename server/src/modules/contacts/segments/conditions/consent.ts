import { addressFields } from '@escuta/contract/sends';
import type { ConditionOf, ConsentState } from '@escuta/contract/segment-conditions';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hashOf } from '../../address-hash.ts';
import { among } from './condition.ts';
import type { ConditionRules, SegmentContext } from './condition.ts';

type Channel = ConditionOf<'consent'>['channel'];
type Unit = Pick<SegmentContext, 'companyId' | 'businessUnitId'>;
type Rule = (channel: Channel, unit: Unit) => RawBuilder<boolean>;

const rules: Readonly<Record<ConsentState, Rule>> = {
  open: (channel, unit) =>
    sql<boolean>`(${hashOf(addressFields[channel])} IS NOT NULL AND NOT ${isSuppressed(channel, unit, sql`true`)})`,
  unsubscribed: (channel, unit) => isSuppressed(channel, unit, sql`suppressions.reason = 'unsubscribed'`),
  suppressed: (channel, unit) => isSuppressed(channel, unit, sql`suppressions.reason <> 'unsubscribed'`),
  granted: (channel, unit) => sql<boolean>`coalesce(${newest(channel, unit)} = 'granted', false)`,
  withdrawn: (channel, unit) => sql<boolean>`coalesce(${newest(channel, unit)} = 'withdrawn', false)`,
  unsaid: (channel, unit) => sql<boolean>`(${newest(channel, unit)} IS NULL)`,
};

export const consent: ConditionRules<'consent'> = {
  cost: 'rows',
  where: ({ channel, is }, context) => rules[is](channel, context),
};

function isSuppressed(
  channel: Channel,
  { companyId, businessUnitId }: Unit,
  reason: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return among(
    hashOf(addressFields[channel]),
    sql`
      SELECT suppressions.address_hash FROM suppressions
      WHERE suppressions.company_id = ${companyId} AND suppressions.business_unit_id = ${businessUnitId}
        AND suppressions.channel = ${channel} AND ${reason}`,
  );
}

/** What the newest entry of a channel says; null where there is none. The index of the contact's entries has their order. */
function newest(channel: Channel, { companyId, businessUnitId }: Unit): RawBuilder<string | null> {
  return sql<string | null>`(
    SELECT contact_consents.status FROM contact_consents
    WHERE contact_consents.company_id = ${companyId} AND contact_consents.contact_id = contacts.id
      AND contact_consents.business_unit_id = ${businessUnitId} AND contact_consents.channel = ${channel}
    ORDER BY contact_consents.at DESC, contact_consents.id DESC
    LIMIT 1
  )`;
}
