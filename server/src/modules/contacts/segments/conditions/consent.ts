import { addressFields } from '@escuta/contract/sends';
import type { ConditionOf, ConsentState } from '@escuta/contract/segment-conditions';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hashOf } from '../../address-hash.ts';
import { among } from './condition.ts';
import type { ConditionRules, SegmentContext } from './condition.ts';

type Channel = ConditionOf<'consent'>['channel'];
type Rule = (channel: Channel, context: SegmentContext) => RawBuilder<boolean>;

const rules: Readonly<Record<ConsentState, Rule>> = {
  open: (channel, context) =>
    sql<boolean>`(${hashOf(addressFields[channel])} IS NOT NULL AND NOT ${isSuppressed(channel, context, sql`true`)})`,
  unsubscribed: (channel, context) => isSuppressed(channel, context, sql`suppressions.reason = 'unsubscribed'`),
  suppressed: (channel, context) => isSuppressed(channel, context, sql`suppressions.reason <> 'unsubscribed'`),
  granted: (channel, context) => sql<boolean>`coalesce(${newest(channel, context)} = 'granted', false)`,
  withdrawn: (channel, context) => sql<boolean>`coalesce(${newest(channel, context)} = 'withdrawn', false)`,
  unsaid: (channel, context) => sql<boolean>`(${newest(channel, context)} IS NULL)`,
};

export const consent: ConditionRules<'consent'> = {
  cost: 'rows',
  where: ({ channel, is }, context) => rules[is](channel, context),
};

function isSuppressed(channel: Channel, context: SegmentContext, reason: RawBuilder<unknown>): RawBuilder<boolean> {
  const { companyId, businessUnitId } = context;
  return among(
    hashOf(addressFields[channel]),
    sql`
      SELECT suppressions.address_hash FROM suppressions
      WHERE suppressions.company_id = ${companyId} AND suppressions.business_unit_id = ${businessUnitId}
        AND suppressions.channel = ${channel} AND ${reason}`,
    context,
  );
}

/** What the newest entry of a channel says; null where there is none. The index of the contact's entries has their order. */
function newest(channel: Channel, { companyId, businessUnitId }: SegmentContext): RawBuilder<string | null> {
  return sql<string | null>`(
    SELECT contact_consents.status FROM contact_consents
    WHERE contact_consents.company_id = ${companyId} AND contact_consents.contact_id = contacts.id
      AND contact_consents.business_unit_id = ${businessUnitId} AND contact_consents.channel = ${channel}
    ORDER BY contact_consents.at DESC, contact_consents.id DESC
    LIMIT 1
  )`;
}
