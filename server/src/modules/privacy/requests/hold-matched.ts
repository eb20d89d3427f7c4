import type { ContactId, PrivacyRequestId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { matchedContacts } from './matched-contacts.ts';
import { lockRequestRow } from './queries.ts';

/**
 * A request, held, and the contact of the caller's units that it is about: one with an address of whoever asks. Refuses NOT_FOUND.
 */
export async function holdMatched(
  tx: Transaction,
  { companyId, businessUnitIds }: Scope,
  { requestId, contactId }: { requestId: PrivacyRequestId; contactId: ContactId },
) {
  const request = await lockRequestRow(tx, { companyId, id: requestId });
  if (!request) throw refuse('NOT_FOUND');
  const matched = await matchedContacts(tx, request, { companyId, businessUnitIds });
  const contact = matched.find(({ id }) => id === contactId);
  if (!contact) throw refuse('NOT_FOUND');
  return { request, contact };
}
