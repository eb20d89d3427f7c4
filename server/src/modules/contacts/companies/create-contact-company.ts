import type { ContactCompanyForm } from '@escuta/contract/contact-companies';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { refuseTaken } from './refuse-taken.ts';

/** Creates a company that contacts of the unit can work for. Refuses CONTACT_COMPANY_EXISTS for a name or a CNPJ that is taken. */
export async function createContactCompany(
  tx: Transaction,
  scope: Scope,
  form: ContactCompanyForm,
  now: Date,
): Promise<ContactCompanyId> {
  const { nome, cnpj, segmento } = form;
  await holdBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  await refuseTaken(tx, scope, form);
  const id = newId<ContactCompanyId>();
  const created = await tx
    .insertInto('contact_companies')
    .values({
      company_id: scope.companyId,
      id,
      business_unit_id: scope.businessUnitId,
      name: nome,
      cnpj,
      market_segment: segmento,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) {
    // An import created it since it was asked for.
    await refuseTaken(tx, scope, form);
    throw refuse('CONTACT_COMPANY_EXISTS');
  }
  const target = { type: 'contact_company', id, label: nome } as const;
  await recordAudit(tx, scope, { action: 'contact_company.created', target, after: { cnpj, segmento } }, now);
  return id;
}
