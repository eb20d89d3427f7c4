import type { Contact } from '@escuta/contract/contacts';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { findStopsOf } from './consents/queries.ts';
import type { ContactRow } from './queries.ts';

type CurrentFacts = Required<Pick<Contact, 'quarantine_until' | 'stopped'>>;

const dayMs = 86_400_000;

/** What is told of contacts as of now, beside what stands in their rows, in their order: one look-up for all of them. */
export async function findCurrentFacts(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  rows: readonly ContactRow[],
  now: Date,
): Promise<CurrentFacts[]> {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  const stops = await findStopsOf(tx, { companyId, contactIds: rows.map(({ id }) => id) });
  return rows.map(({ id, last_sent_at: sentAt, anonymized_at: goneAt }) => {
    // Nobody is left to write to, and so nobody to leave in peace.
    const until = sentAt && unit && !goneAt ? new Date(sentAt.getTime() + unit.quarantine_days * dayMs) : null;
    const own = stops.filter(({ contactId }) => contactId === id);
    const reasonOf = (channel: SendChannel) => own.find((stop) => stop.channel === channel)?.reason ?? null;
    return {
      quarantine_until: until && until > now ? until.toISOString() : null,
      stopped: Object.fromEntries(
        sendChannels.map((channel) => [channel, reasonOf(channel)]),
      ) as CurrentFacts['stopped'],
    };
  });
}
