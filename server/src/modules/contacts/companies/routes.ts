import * as contract from '@escuta/contract/contact-companies';
import type { ContactCompanyId } from '@escuta/contract/ids';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { createContactCompany } from './create-contact-company.ts';
import { presentContactCompany } from './present-contact-company.ts';
import { findContactCompany, searchContactCompanies } from './queries.ts';
import { updateContactCompany } from './update-contact-company.ts';

/** The routes of the companies that contacts work for. */
export function contactCompaniesRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.findContactCompanies,
  )(({ scope, query, inCompany }) =>
    inCompany(async (tx) => ({ data: await searchContactCompanies(tx, scope, query) })),
  );

  implement(
    app,
    contract.getContactCompany,
  )(({ scope, params, inCompany }) => inCompany((tx) => presented(tx, scope, params.id)));

  implement(
    app,
    contract.createContactCompany,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => presented(tx, scope, await createContactCompany(tx, scope, body, clock.now()))),
  );

  implement(
    app,
    contract.updateContactCompany,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await updateContactCompany(tx, scope, params.id, body, clock.now());
      return presented(tx, scope, params.id);
    }),
  );
}

async function presented(tx: Transaction, { companyId, businessUnitId }: Scope, id: ContactCompanyId) {
  const row = await findContactCompany(tx, { companyId, businessUnitId, id });
  if (!row) throw refuse('NOT_FOUND');
  return presentContactCompany(row);
}
