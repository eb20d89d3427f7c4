// Written from the folders of the features by `node tools/checks/web-features.ts --write`; never changed here.
import { accessPublicRoutes } from '#web/features/access/public-routes.tsx';
import { adminRoutes } from '#web/features/admin/routes.tsx';
import { analyticsRoutes } from '#web/features/analytics/routes.tsx';
import { auditRoutes } from '#web/features/audit/routes.tsx';
import { billingRoutes } from '#web/features/billing/routes.tsx';
import { companiesRoutes } from '#web/features/companies/routes.tsx';
import { contactsRoutes } from '#web/features/contacts/routes.tsx';
import { customFieldsRoutes } from '#web/features/custom-fields/routes.tsx';
import { dashboardPublicRoutes } from '#web/features/dashboard/public-routes.tsx';
import { dashboardRoutes } from '#web/features/dashboard/routes.tsx';
import { exportsRoutes } from '#web/features/exports/routes.tsx';
import { importsRoutes } from '#web/features/imports/routes.tsx';
import { insightsRoutes } from '#web/features/insights/routes.tsx';
import { installationRoutes } from '#web/features/installation/routes.tsx';
import { integrationsRoutes } from '#web/features/integrations/routes.tsx';
import { invitationsPublicRoutes } from '#web/features/invitations/public-routes.tsx';
import { privacyPublicRoutes } from '#web/features/privacy/public-routes.tsx';
import { privacyRoutes } from '#web/features/privacy/routes.tsx';
import { profileRoutes } from '#web/features/profile/routes.tsx';
import { reputationRoutes } from '#web/features/reputation/routes.tsx';
import { responsesRoutes } from '#web/features/responses/routes.tsx';
import { sendsRoutes } from '#web/features/sends/routes.tsx';
import { settingsRoutes } from '#web/features/settings/routes.tsx';
import { signUpPublicRoutes } from '#web/features/sign-up/public-routes.tsx';
import { surveysRoutes } from '#web/features/surveys/routes.tsx';
import { teamRoutes } from '#web/features/team/routes.tsx';
import { ticketsRoutes } from '#web/features/tickets/routes.tsx';

/** The pages behind sign-in: `routes.tsx` of each feature. */
export const shellPages = [
  ...adminRoutes,
  ...analyticsRoutes,
  ...auditRoutes,
  ...billingRoutes,
  ...companiesRoutes,
  ...contactsRoutes,
  ...customFieldsRoutes,
  ...dashboardRoutes,
  ...exportsRoutes,
  ...importsRoutes,
  ...insightsRoutes,
  ...installationRoutes,
  ...integrationsRoutes,
  ...privacyRoutes,
  ...profileRoutes,
  ...reputationRoutes,
  ...responsesRoutes,
  ...sendsRoutes,
  ...settingsRoutes,
  ...surveysRoutes,
  ...teamRoutes,
  ...ticketsRoutes,
] as const;

/** The pages without the shell around them: `public-routes.tsx` of a feature. */
export const publicPages = [
  ...accessPublicRoutes,
  ...dashboardPublicRoutes,
  ...invitationsPublicRoutes,
  ...privacyPublicRoutes,
  ...signUpPublicRoutes,
] as const;
