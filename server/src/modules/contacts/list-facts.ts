import { sql } from 'kysely';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { Contact } from '@escuta/contract/contacts';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { ContactRow } from './queries.ts';
import { addressValues } from './suppress-contact.ts';

type ListFacts = Required<Pick<Contact, 'quarantine_until' | 'stopped'>>;

const dayMs = 86_400_000;

/** What the list tells of a page of contacts beside what stands in their rows, in their order: one look-up for all of them. */
export async function findListFacts(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  rows: readonly ContactRow[],
  now: Date,
): Promise<ListFacts[]> {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  const stops = await findStopsOf(
    tx,
    companyId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, last_sent_at: sentAt }) => {
    const until = sentAt && unit ? new Date(sentAt.getTime() + unit.quarantine_days * dayMs) : null;
    const own = stops.filter((stop) => stop.id === id);
    const reasonOf = (channel: SendChannel) => own.find((stop) => stop.channel === channel)?.reason ?? null;
    return {
      quarantine_until: until && until > now ? until.toISOString() : null,
      stopped: Object.fromEntries(sendChannels.map((channel) => [channel, reasonOf(channel)])) as ListFacts['stopped'],
    };
  });
}

async function findStopsOf(tx: Transaction, companyId: CompanyId, ids: readonly ContactId[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: ContactId; channel: SendChannel; reason: SuppressionReason }>`
    SELECT contacts.id, reached.channel, suppressions.reason
    FROM contacts
    CROSS JOIN LATERAL ${addressValues} AS reached (channel, address)
    JOIN suppressions ON suppressions.company_id = ${companyId} AND suppressions.business_unit_id = contacts.business_unit_id
      AND suppressions.channel = reached.channel AND suppressions.address_hash = address_hash(reached.address)
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${[...ids]}::uuid[])
  `.execute(tx);
  return rows;
}
