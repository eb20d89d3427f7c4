import type { ConsentForm } from '@escuta/contract/consents';
import type { ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findContact } from '../queries.ts';
import { holdContacts, suppressContact } from '../stops/suppress-contact.ts';
import { takeBackNoted } from '../stops/take-back-noted.ts';
import { addConsent } from './add-consent.ts';

/**
 * Writes down what somebody of the company was told. A withdrawal stops the channel at once; an agreement starts nothing that the
 * contact has stopped themselves, which they alone take back. Refuses NOT_FOUND, and CONTACT_ANONYMIZED for nobody any more.
 */
export async function recordConsent(
  tx: Transaction,
  scope: Scope,
  contactId: ContactId,
  { channel, status, basis, text_version: textVersion }: ConsentForm,
  now: Date,
) {
  const { companyId, businessUnitId, userId, userName } = scope;
  await holdContacts(tx, { companyId, contactIds: [contactId] });
  const contact = await findContact(tx, { companyId, businessUnitId, id: contactId });
  if (!contact) throw refuse('NOT_FOUND');
  if (contact.anonymized_at !== null) throw refuse('CONTACT_ANONYMIZED');
  if (status === 'withdrawn') await suppressContact(tx, { companyId, contactId, channel, reason: 'manual', now });
  else await takeBackNoted(tx, { companyId, contactId, channel });
  const written = { channel, status, basis, source: 'staff', textVersion } as const;
  const by = { id: userId, name: userName };
  return addConsent(tx, { companyId, businessUnitId, contactId, ...written, by, now });
}
