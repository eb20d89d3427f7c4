import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import { removeStops } from './stops.ts';

/**
 * Stops no address of a channel any more, of those that a contact is given from now on, for what somebody of the company wrote down: they were
 * told otherwise. What the contact said themselves stays, and so does what stands at an address.
 */
export async function takeBackNoted(
  tx: Transaction,
  { companyId, contactId, channel }: { companyId: CompanyId; contactId: ContactId; channel: MessageChannel },
): Promise<void> {
  await removeStops(
    tx,
    companyId,
    sql<boolean>`stops.contact_id = ${contactId} AND stops.channel = ${channel} AND stops.reason = 'manual'`,
  );
}
