import { listAdminBusinesses, listAdminCompanies } from '@escuta/contract/admin';
import {
  countCompanies,
  findCompany,
  listBusinessUnits,
  listCompanies,
  presentBusiness,
} from '#modules/companies/index.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { presentAdminCompany } from './present-company.ts';

/**
 * The routes of internal staff: calls of their own (decision 7). What they answer lies across companies, so they open their
 * transactions themselves.
 */
export function adminRoutes(app: App, { database }: AppContext): void {
  implement(
    app,
    listAdminCompanies,
  )(({ query: { limit, page, ...filter } }) =>
    database.withSystem(async (tx) => ({
      data: (await listCompanies(tx, filter, { limit, page })).map(presentAdminCompany),
      total: await countCompanies(tx, filter),
    })),
  );

  implement(
    app,
    listAdminBusinesses,
  )(({ params, fail }) =>
    database.withCompany(params.id, async (tx) => {
      const company = await findCompany(tx, params.id);
      if (!company) throw fail('NOT_FOUND');
      const units = await listBusinessUnits(tx, params.id);
      return { company: presentAdminCompany(company), data: units.map(presentBusiness) };
    }),
  );
}
