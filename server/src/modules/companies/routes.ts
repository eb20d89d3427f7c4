import { getBusiness, getCompany, listMyBusinesses } from '@escuta/contract/companies';
import * as settings from '@escuta/contract/company-settings';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { openUploadLimit } from '#platform/limits/upload-limit.ts';
import { changeCompany, readCompanySettings } from './change-company.ts';
import { changeUnit, createUnit, readUnitToEdit } from './change-unit.ts';
import * as logos from './logo.ts';
import { presentBusiness, presentCompany } from './present-company.ts';
import { findBusinessUnit, findCompany, listBusinessUnits } from './queries.ts';

type Deps = Pick<AppContext, 'clock' | 'config' | 'database' | 'files' | 'metrics'>;

/** The routes of companies and their units. */
export function companiesRoutes(app: App, context: Deps): void {
  settingsRoutes(app, context);
  logoRoutes(app, context);
  implement(
    app,
    getCompany,
  )(async ({ scope, inCompany, fail }) => {
    const company = await inCompany((tx) => findCompany(tx, scope.companyId));
    if (!company) throw fail('NOT_FOUND');
    return presentCompany(company, context.config);
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

/** What a company, and each of its units, decides for itself. */
function settingsRoutes(app: App, { clock, config }: Pick<AppContext, 'clock' | 'config'>): void {
  implement(
    app,
    settings.getCompanySettings,
  )(({ scope, inCompany }) => inCompany((tx) => readCompanySettings(tx, scope, config.sessionIdle)));

  implement(
    app,
    settings.changeCompanySettings,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => {
      await changeCompany(tx, scope, body, clock.now());
      return readCompanySettings(tx, scope, config.sessionIdle);
    }),
  );

  implement(
    app,
    settings.getBusinessToEdit,
  )(({ scope, params, inCompany }) => inCompany((tx) => readUnitToEdit(tx, scope, params.id)));

  implement(
    app,
    settings.updateBusiness,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await changeUnit(tx, scope, { id: params.id, wanted: body }, clock.now());
      return readUnitToEdit(tx, scope, params.id);
    }),
  );

  implement(
    app,
    settings.createBusiness,
  )(({ scope, body, inCompany, fail }) =>
    inCompany(async (tx) => {
      const unit = await findBusinessUnit(tx, scope.companyId, await createUnit(tx, scope, body, clock.now()));
      if (!unit) throw fail('NOT_FOUND');
      return presentBusiness(unit);
    }),
  );
}

function logoRoutes(app: App, context: Deps): void {
  implement(app, settings.uploadLogo, { admit: openUploadLimit(context) })(async ({ scope, file }) => ({
    logo: await logos.keepLogo(context, scope, file),
  }));

  implement(
    app,
    settings.removeLogo,
  )(async ({ scope }) => {
    await logos.removeLogo(context, scope);
    return { ok: true };
  });

  implement(
    app,
    settings.getLogo,
  )(async ({ params: { name }, reply }) => {
    const content = await logos.openLogo(context, name);
    // Another logo has another address.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return { name: 'logo.png', mediaType: 'image/png', content };
  });
}
