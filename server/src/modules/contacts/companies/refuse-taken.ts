import { sql } from 'kysely';
import type { ContactCompanyForm } from '@escuta/contract/contact-companies';
import type { ContactCompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

/** Refuses CONTACT_COMPANY_EXISTS, with the id of the other, when the unit has a company of the same name or CNPJ. */
export async function refuseTaken(
  tx: Transaction,
  scope: Scope,
  { nome, cnpj }: ContactCompanyForm,
  except?: ContactCompanyId,
): Promise<void> {
  const taken = await tx
    .selectFrom('contact_companies')
    .select(['id', sql<boolean>`lower(name) = lower(${nome})`.as('hasName')])
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where((where) =>
      where.or([sql<boolean>`lower(name) = lower(${nome})`, ...(cnpj === null ? [] : [where('cnpj', '=', cnpj)])]),
    )
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    // Where one has the name and another the CNPJ, the name is said first.
    .orderBy('hasName', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (taken) throw refuse('CONTACT_COMPANY_EXISTS', { id: taken.id, field: taken.hasName ? 'nome' : 'cnpj' });
}
