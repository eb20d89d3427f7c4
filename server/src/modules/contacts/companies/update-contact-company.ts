import type { ContactCompanyForm } from '@escuta/contract/contact-companies';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { changedFacts } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findContactCompany } from './queries.ts';
import { refuseTaken } from './refuse-taken.ts';

/** Changes a company of the unit. Refuses NOT_FOUND, and CONTACT_COMPANY_EXISTS for a name or a CNPJ that another one has. */
export async function updateContactCompany(
  tx: Transaction,
  scope: Scope,
  id: ContactCompanyId,
  form: ContactCompanyForm,
  now: Date,
): Promise<void> {
  const { nome, cnpj, segmento } = form;
  const { companyId, businessUnitId } = scope;
  // Of two changes at once the second sees what the first has done: names and CNPJs are judged one after the other.
  await holdBusinessUnit(tx, companyId, businessUnitId);
  const before = await findContactCompany(tx, { companyId, businessUnitId, id });
  if (!before) throw refuse('NOT_FOUND');
  await refuseTaken(tx, scope, form, id);
  const facts = changedFacts(
    { nome: before.name, cnpj: before.cnpj, segmento: before.market_segment },
    { nome, cnpj, segmento },
  );
  if (!facts) return;
  await tx
    .updateTable('contact_companies')
    // What somebody has written stays, whatever becomes of the import that made the company.
    .set({ name: nome, cnpj, market_segment: segmento, created_import_id: null })
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', id)
    .execute();
  const target = { type: 'contact_company', id, label: nome } as const;
  await recordAudit(tx, scope, { action: 'contact_company.changed', target, ...facts }, now);
}
