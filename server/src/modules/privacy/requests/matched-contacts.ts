import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { findContactsWith } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { RequestRow } from './queries.ts';

/** The contacts of these units with an address of whoever asks. Once who asked is forgotten, there are none. */
export function matchedContacts(
  tx: Transaction,
  { requester_email: email, requester_tel: tel }: Pick<RequestRow, 'requester_email' | 'requester_tel'>,
  units: { readonly companyId: CompanyId; readonly businessUnitIds: readonly BusinessUnitId[] },
) {
  return findContactsWith(tx, { ...units, email, tel });
}
