import { getBusiness, getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { presentBusiness, presentCompany } from './present-company.ts';
import { findBusinessUnit, findCompany, listBusinessUnits } from './queries.ts';

/** The routes of companies and their units. */
export function companiesRoutes(app: App): void {
  implement(
    app,
    getCompany,
  )(async ({ scope, inCompany, fail }) => {
    const company = await inCompany((tx) => findCompany(tx, scope.companyId));
    if (!company) throw fail('NOT_FOUND');
    return presentCompany(company);
  });

  implement(
    app,
    listMyBusinesses,
  )(async ({ scope, inCompany }) => {
    const units = await inCompany((tx) => listBusinessUnits(tx, scope.companyId, scope.businessUnitIds));
    return { data: units.map(presentBusiness) };
  });

  implement(
    app,
    getBusiness,
  )(async ({ scope, params, inCompany, fail }) => {
    const allowed = (scope.businessUnitIds as readonly string[]).includes(params.id);
    const unit = allowed ? await inCompany((tx) => findBusinessUnit(tx, scope.companyId, params.id)) : undefined;
    if (!unit) throw fail('NOT_FOUND');
    return presentBusiness(unit);
  });
}
