import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { guardianConsent } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';

/** Somebody is a child until this birthday (Brazil's statute of the child and the adolescent, Lei 8.069, art. 2). */
const childUntilAge = 12;

/** Where and when somebody is to be written to. */
export interface ChildAsked {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly channel: MessageChannel;
  /** The day `YYYY-MM-DD` of the unit. */
  readonly today: string;
}

/**
 * An SQL expression over a row of `contacts`: whether the contact is a child for whom no parent or guardian agreed to messages
 * over the channel, or not again since a withdrawal (LGPD, art. 14; decision 0063). Who has no birthday is no child.
 */
export function isChildWithoutConsent({ companyId, businessUnitId, channel, today }: ChildAsked): RawBuilder<boolean> {
  // CASE and no AND, which would go on to the history of whoever has no birthday.
  return sql<boolean>`CASE
    WHEN contacts.birthday > ${today}::date - make_interval(years => ${sql.lit(childUntilAge)}) THEN (
      SELECT contact_consents.status FROM contact_consents
      WHERE contact_consents.company_id = ${companyId} AND contact_consents.contact_id = contacts.id
        AND contact_consents.business_unit_id = ${businessUnitId} AND contact_consents.channel = ${channel}
        AND (contact_consents.status = 'withdrawn' OR contact_consents.basis = ${guardianConsent})
      ORDER BY contact_consents.at DESC, contact_consents.id DESC
      LIMIT 1
    ) IS DISTINCT FROM 'granted'
    ELSE false
  END`;
}
