import { accountRoutes } from '#modules/access/account-routes.ts';
import { accessRoutes } from '#modules/access/routes.ts';
import { adminRoutes } from '#modules/admin/routes.ts';
import { analyticsRoutes } from '#modules/analytics/routes.ts';
import { auditRoutes } from '#modules/audit/routes.ts';
import { billingRoutes } from '#modules/billing/routes.ts';
import { bulkActionsRoutes } from '#modules/bulk-actions/routes.ts';
import { companiesRoutes } from '#modules/companies/routes.ts';
import { contactsRoutes } from '#modules/contacts/routes.ts';
import { exportsRoutes } from '#modules/exports/routes.ts';
import { importsRoutes } from '#modules/imports/routes.ts';
import { installationRoutes } from '#modules/installation/routes.ts';
import { mergesRoutes } from '#modules/merges/routes.ts';
import { notificationsRoutes } from '#modules/notifications/routes.ts';
import { insightsRoutes } from '#modules/insights/routes.ts';
import { privacyRoutes } from '#modules/privacy/routes.ts';
import { responsesRoutes } from '#modules/responses/routes.ts';
import { sendsRoutes } from '#modules/sends/routes.ts';
import { surveysRoutes } from '#modules/surveys/routes.ts';
import { ticketsRoutes } from '#modules/tickets/routes.ts';
import { timelineRoutes } from '#modules/timeline/routes.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';

/** Every module's routes. */
export function registerRoutes(app: App, context: AppContext): void {
  companiesRoutes(app, context);
  accessRoutes(app, context);
  accountRoutes(app, context);
  contactsRoutes(app, context);
  mergesRoutes(app, context);
  privacyRoutes(app, context);
  bulkActionsRoutes(app, context);
  importsRoutes(app, context);
  exportsRoutes(app, context);
  sendsRoutes(app, context);
  surveysRoutes(app, context);
  analyticsRoutes(app, context);
  responsesRoutes(app, context);
  installationRoutes(app, context);
  notificationsRoutes(app, context);
  auditRoutes(app, context);
  insightsRoutes(app, context);
  ticketsRoutes(app);
  timelineRoutes(app, context);
  billingRoutes(app, context);
  adminRoutes(app, context);
}
