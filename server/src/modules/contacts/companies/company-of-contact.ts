import type { ContactForm } from '@escuta/contract/contacts';
import type { ContactCompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { holdContactCompany } from './queries.ts';

/**
 * What the form of a contact says of the company that the person works for, as it is kept; nothing where it is left out. Refuses
 * NOT_FOUND for one that the unit does not have, or that an import which is undone takes away in the same moment.
 */
export async function companyOfContact(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  { _company: id }: Pick<ContactForm, '_company'>,
): Promise<{ readonly contact_company_id?: ContactCompanyId | null }> {
  if (id === undefined) return {};
  if (id !== null && !(await holdContactCompany(tx, { companyId, businessUnitId, id: id as ContactCompanyId })))
    throw refuse('NOT_FOUND');
  return { contact_company_id: id as ContactCompanyId | null };
}
