import { accessRoutes } from '#modules/access/routes.ts';
import { analyticsRoutes } from '#modules/analytics/routes.ts';
import { companiesRoutes } from '#modules/companies/routes.ts';
import { contactsRoutes } from '#modules/contacts/routes.ts';
import { importsRoutes } from '#modules/imports/routes.ts';
import { responsesRoutes } from '#modules/responses/routes.ts';
import { sendsRoutes } from '#modules/sends/routes.ts';
import { surveysRoutes } from '#modules/surveys/routes.ts';
import type { House } from '#platform/house/house.ts';
import type { App } from '#platform/http/app.ts';

/** Every module's routes. */
export function registerRoutes(app: App, house: House): void {
  companiesRoutes(app);
  accessRoutes(app, house);
  contactsRoutes(app, house);
  importsRoutes(app, house);
  sendsRoutes(app, house);
  surveysRoutes(app, house);
  analyticsRoutes(app, house);
  responsesRoutes(app, house);
}
